package application

import "net/http"

// Applied is what became of an application.
type Applied struct {
	ID     int64
	Mailed bool // a confirmation is on its way
	Again  bool // it was here already
}

// Refusal is why an application is not taken, in words for beside the field.
type Refusal struct{ Field, Word, Text string }

// Refusals are all that is wrong with an application, by field in their order.
type Refusals []Refusal

func (r Refusals) Error() string { return "an application is refused: " + r[0].Word }

// Fields are the sentences by field.
func (r Refusals) Fields() map[string]string {
	out := map[string]string{}
	for _, one := range r {
		out[one.Field] = one.Text
	}
	return out
}

// Status is that of the answer.
func (r Refusals) Status() int {
	for _, one := range r {
		if one.Word == "apply_cv_too_big" {
			return http.StatusRequestEntityTooLarge
		}
	}
	return http.StatusUnprocessableEntity
}
