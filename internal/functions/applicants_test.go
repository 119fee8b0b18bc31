package functions

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

const (
	adaID   = "11111111-1111-4111-8111-111111111111"
	benID   = "22222222-2222-4222-8222-222222222222"
	viviID  = "33333333-3333-4333-8333-333333333333"
	ghostID = "44444444-4444-4444-8444-444444444444"
)

// withStaff adds Ada and Ben, who edit, and Vivi, who only looks.
func withStaff(x *site) *site {
	x.t.Helper()
	for id, role := range map[string]schema.Role{adaID: schema.Admin, benID: schema.Editor, viviID: schema.Viewer} {
		name := map[string]string{adaID: "ada", benID: "ben", viviID: "vivi"}[id]
		storetest.Add(x.t, x.s, &schema.Users, store.Row{"id": id, "email": name + "@example.com"})
		storetest.Add(x.t, x.s, &schema.UserProfiles, store.Row{"user_id": id, "role": string(role)})
	}
	return x
}

func (x *site) application(change ...store.Row) int64 {
	x.t.Helper()
	row := store.Row{
		"name": "Ann", "email": "ann@example.org", "job_id": 1, "job_title": "Founding Engineer", "consent": json.RawMessage(`{"text":"Yes."}`),
		"once": fmt.Sprint(time.Now().UnixNano()),
	}
	for _, c := range change {
		maps.Copy(row, c)
	}
	return storetest.Add(x.t, x.s, &schema.JobApplications, row).Int("id")
}

// as calls a procedure in the name of Ben, or of somebody else.
func (x *site) as(role schema.Role, id, name, args string) (any, error) {
	x.t.Helper()
	return x.fn.Procedures().Call(x.t.Context(), x.s.As(schema.Actor{Role: role, UserID: id}), name, json.RawMessage(args))
}

func (x *site) ben(name, args string) any {
	x.t.Helper()
	v, err := x.as(schema.Editor, benID, name, args)
	if err != nil {
		x.t.Fatalf("%s(%s): %v", name, args, err)
	}
	return v
}

// events tells what happened to an application.
func (x *site) events(id int64) string {
	x.t.Helper()
	rows, err := x.s.AsSystem().Select(x.t.Context(), &schema.ApplicationEvents, store.Query{Where: store.All{store.Eq("application_id", id)}, Order: []store.Order{store.Asc("id")}})
	if err != nil {
		x.t.Fatal(err)
	}
	var out []string
	for _, row := range rows {
		who, _, _ := strings.Cut(row.Text("user_email"), "@")
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %s", who, row.Text("kind"), row.Text("text"))))
	}
	return strings.Join(out, ", ")
}

// standing tells how far an application is.
func (x *site) standing(id int64) string {
	x.t.Helper()
	row := storetest.Get(x.t, x.s, &schema.JobApplications, id)
	return strings.TrimSpace(row.Text("stage") + " " + row.Text("outcome"))
}

func TestAnApplicationMovesAndItsHistorySaysWhoMovedIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := withStaff(start(t, s))
		id := x.application()
		for _, step := range [][2]string{
			{`"stage":"talking"`, "talking"}, {`"stage":"talking"`, "talking"}, {`"stage":"closed","outcome":"rejected"`, "closed rejected"},
			{`"outcome":"hired"`, "closed hired"}, {`"stage":"closed"`, "closed hired"}, {`"stage":"offer"`, "offer"}, {`"stage":"closed"`, "closed"},
		} {
			x.ben("save_application", fmt.Sprintf(`{"id":%d,%s}`, id, step[0]))
			x.same(step[0], x.standing(id), step[1])
		}
		x.same("its history", x.events(id), "ben stage talking, ben stage closed rejected, ben stage closed hired, ben stage offer, ben stage closed")
	})
}

func TestAnApplicationIsGivenToStaffAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := withStaff(start(t, s))
		id := x.application()
		give := func(to string) error {
			_, err := x.as(schema.Editor, benID, "save_application", fmt.Sprintf(`{"id":%d,"assigned_to":%q}`, id, to))
			return err
		}
		for _, to := range []string{adaID, adaID, benID, "", ""} {
			if err := give(to); err != nil {
				t.Fatalf("to %q: %v", to, err)
			}
			if got := storetest.Get(t, s, &schema.JobApplications, id).Text("assigned_to"); got != to {
				t.Errorf("with %q, want %q", got, to)
			}
		}
		for _, to := range []string{viviID, ghostID, "nobody"} {
			if err := give(to); !fault.Is(err, fault.Invalid) || fault.From(err).Hint == "" {
				t.Errorf("to %q: %v", to, err)
			}
		}
		x.same("its history", x.events(id), "ben assigned ada@example.com, ben assigned ben@example.com, ben assigned")
	})
}

func TestSeveralApplicationsMoveInOneTransaction(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := withStaff(start(t, s))
		one, two := x.application(), x.application(store.Row{"stage": "talking"})
		changed := x.ben("save_application", fmt.Sprintf(`{"ids":[%d,%d,99],"stage":"talking"}`, one, two))
		x.same("changed", fmt.Sprint(changed), fmt.Sprint([]int64{one}))
		held := x.application(store.Row{"quarantined_at": x.Now()})
		_, err := x.as(schema.Editor, benID, "save_application", fmt.Sprintf(`{"ids":[%d,%d],"stage":"offer"}`, one, held))
		storetest.WantFault(t, err, fault.Invalid)
		x.same("the first of a refused call", x.standing(one), "talking")
		x.same("its history", x.events(one), "ben stage talking")
	})
}

func TestWhatNoApplicationCanBeIsRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := withStaff(start(t, s))
		id := x.application()
		many := strings.TrimSuffix(strings.Repeat("1,", applicationsAtOnce+1), ",")
		for args, kind := range map[string]fault.Kind{
			fmt.Sprintf(`{"id":%d,"stage":"hired"}`, id):                   fault.Invalid,
			fmt.Sprintf(`{"id":%d,"stage":"closed","outcome":"lost"}`, id): fault.Invalid,
			fmt.Sprintf(`{"id":%d,"outcome":"hired"}`, id):                 fault.Invalid,
			fmt.Sprintf(`{"id":%d,"stage":"offer","outcome":"hired"}`, id): fault.Invalid,
			fmt.Sprintf(`{"id":%d,"stage":"offer","name":"Somebody"}`, id): fault.UnknownProcedure,
			`{"id":99,"stage":"offer"}`:                                    fault.NotOne,
			`{"stage":"offer"}`:                                            fault.Missing,
			`{"ids":[` + many + `],"stage":"offer"}`:                       fault.Invalid,
		} {
			if _, err := x.as(schema.Editor, benID, "save_application", args); !fault.Is(err, kind) {
				t.Errorf("%.60s: %v", args, err)
			}
		}
		x.same("it", x.standing(id), "new")
		x.same("its history", x.events(id), "")
	})
}

func TestNobodyButStaffTouchesApplications(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := withStaff(start(t, s))
		id := x.application()
		for name := range x.fn.applicantProcedures() {
			for _, actor := range []schema.Actor{{Role: schema.Visitor}, {Role: schema.Viewer, UserID: viviID}} {
				_, err := x.fn.Procedures().Call(t.Context(), s.As(actor), name, json.RawMessage(fmt.Sprintf(`{"id":%d}`, id)))
				if !fault.Is(err, fault.Denied) {
					t.Errorf("%s calls %s: %v", actor.Role, name, err)
				}
			}
		}
	})
}

func TestOpeningAnApplicationIsNotedOnceADayForEach(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := withStaff(start(t, s))
		id := x.application()
		open := fmt.Sprintf(`{"id":%d}`, id)
		x.ben("open_application", open)
		x.ben("open_application", open)
		x.same("a new one", x.standing(id), "read")
		if _, err := x.as(schema.Admin, adaID, "open_application", open); err != nil {
			t.Fatal(err)
		}
		x.same("today", x.events(id), "ben opened, ada opened")
		if _, err := s.AsSystem().Update(t.Context(), &schema.ApplicationEvents, store.Eq("user_id", benID), store.Row{"created_at": time.Now().UTC().Add(-25 * time.Hour)}); err != nil {
			t.Fatal(err)
		}
		x.ben("open_application", open)
		x.same("the day after", x.events(id), "ben opened, ada opened, ben opened")
		x.ben("save_application", fmt.Sprintf(`{"id":%d,"stage":"talking"}`, id))
		x.ben("open_application", open)
		x.same("one that is on its way", x.standing(id), "talking")
		_, err := x.as(schema.Editor, benID, "open_application", `{"id":99}`)
		storetest.WantFault(t, err, fault.NotOne)
	})
}

func TestAnApplicationHeldBackComesInWhenStaffSaySo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := withStaff(start(t, s))
		id := x.application(store.Row{"quarantined_at": x.Now(), "spam_reasons": json.RawMessage(`["3 links"]`)})
		one := fmt.Sprintf(`{"id":%d}`, id)
		x.ben("open_application", one)
		x.same("seen while held back", x.standing(id), "new")
		for name, rest := range map[string]string{"save_application": `"stage":"offer"`, "mail_application": `"subject":"s","text":"t"`, "resend_application_mail": `"kind":"confirmation"`} {
			if _, err := x.as(schema.Editor, benID, name, fmt.Sprintf(`{"id":%d,%s}`, id, rest)); !strings.Contains(fault.From(err).Hint, "held back") {
				t.Errorf("%s: %v", name, err)
			}
		}
		x.wantRecipients()
		x.ben("release_application", one)
		x.wantRecipients("ann@example.org", "studio@example.com")
		if row := storetest.Get(t, s, &schema.JobApplications, id); row["quarantined_at"] != nil {
			t.Errorf("still held back: %v", row)
		}
		x.ben("release_application", one)
		x.wantRecipients("ann@example.org", "studio@example.com") // once
		_, err := x.as(schema.Editor, benID, "release_application", `{"id":99}`)
		storetest.WantFault(t, err, fault.NotOne)
	})
}

func TestAMailToAnApplicantGoesOutAndIsKeptBesideTheApplication(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := withStaff(start(t, s))
		id := x.application()
		mails := x.ben("mail_application", fmt.Sprintf(`{"id":%d,"subject":" Shall we\n talk? ","text":"  Dear Ann,\n\nyes.  "}`, id)).([]applicantMail)
		if len(mails) != 1 || mails[0].State != mail.Sent || mails[0].SentAt == nil {
			t.Errorf("%+v", mails)
		}
		x.wantRecipients("ann@example.org")
		letter := x.smtp.Letters()[0].Parse(t)
		if h := letter.Header; h.Get("Subject") != "Shall we talk?" || !strings.Contains(h.Get("Reply-To"), "studio@example.com") {
			t.Errorf("%v", h)
		}
		if text := textOf(t, x.smtp.Letters()[0]); !strings.HasPrefix(text, "Dear Ann,") || !strings.Contains(text, "https://studio.example.com") {
			t.Errorf("%q", text)
		}
		x.same("its history", x.events(id), "ben mail Dear Ann,\n\nyes.")
		x.smtp.Refuse(errors.New("later"))
		x.ben("mail_application", fmt.Sprintf(`{"id":%d,"subject":"Again","text":"Still there?"}`, id))
		mails = x.ben("application_mail", fmt.Sprintf(`{"id":%d}`, id)).([]applicantMail)
		if len(mails) != 2 || mails[1].State != mail.Queued || mails[1].NextTryAt == nil {
			t.Errorf("%+v", mails)
		}
		x.smtp.Refuse(nil)
		one := func(rest string) string { return fmt.Sprintf(`{"id":%d,%s}`, id, rest) }
		mails = x.ben("resend_application_mail", one(fmt.Sprintf(`"kind":"mail","event_id":%d`, *mails[1].EventID))).([]applicantMail)
		if mails[1].State != mail.Sent || !strings.HasPrefix(textOf(t, x.smtp.Letters()[1]), "Still there?") {
			t.Errorf("sent again: %+v", mails)
		}
		// This one came without the two mails that an application causes.
		mails = x.ben("resend_application_mail", one(`"kind":"confirmation"`)).([]applicantMail)
		mails = append(mails, x.ben("resend_application_mail", one(`"kind":"studio"`)).([]applicantMail)...)
		if len(mails) != 3+4 || mails[0].Kind != toConfirm || mails[0].State != mail.Sent || mails[4].Kind != toStudio || mails[4].State != mail.Sent {
			t.Errorf("%+v", mails)
		}
		x.wantRecipients("ann@example.org", "ann@example.org", "ann@example.org", "studio@example.com")
		for _, wrong := range []string{`"kind":"mail"`, `"kind":"other"`, `"kind":"mail","event_id":99`} {
			if _, err := x.as(schema.Editor, benID, "resend_application_mail", one(wrong)); err == nil {
				t.Errorf("%s is sent", wrong)
			}
		}
		// With the application its mails go.
		if _, err := s.As(schema.Actor{Role: schema.Editor, UserID: benID}).Delete(t.Context(), &schema.JobApplications, store.Eq("id", id)); err != nil {
			t.Fatal(err)
		}
		if n, err := s.AsSystem().Count(t.Context(), &schema.Mails); n != 0 || err != nil {
			t.Errorf("%d mails, %v", n, err)
		}
	})
}

func TestAMailThatCannotBeSentLeavesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := withStaff(start(t, s))
		id := x.application()
		try := func(to int64, subject, text string) error {
			_, err := x.as(schema.Editor, benID, "mail_application", fmt.Sprintf(`{"id":%d,"subject":%q,"text":%q}`, to, subject, text))
			return err
		}
		storetest.WantFault(t, try(id, " ", "text"), fault.Invalid)
		storetest.WantFault(t, try(id, "subject", " "), fault.Invalid)
		storetest.WantFault(t, try(id, strings.Repeat("s", 301), "text"), fault.Invalid)
		storetest.WantFault(t, try(id, "subject", strings.Repeat("t", schema.MaxText+1)), fault.Invalid)
		storetest.WantFault(t, try(99, "subject", "text"), fault.NotOne)
		nowhere, err := mail.Open(mail.Options{Dir: t.TempDir(), Now: x.Now})
		if err != nil {
			t.Fatal(err)
		}
		x.fn.sender = nowhere
		if err := try(id, "subject", "text"); !strings.Contains(fault.From(err).Hint, "There is no mail server") {
			t.Errorf("without a mail server: %v", err)
		}
		x.same("its history", x.events(id), "")
		if n, err := s.AsSystem().Count(t.Context(), &schema.Mails); n != 0 || err != nil {
			t.Errorf("%d mails, %v", n, err)
		}
	})
}

func TestAMoveIsTakenBackOnlyWhileItIsTheLast(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := withStaff(start(t, s))
		move := func(who, args string) {
			t.Helper()
			if _, err := x.as(schema.Editor, who, "save_application", args); err != nil {
				t.Fatal(err)
			}
		}
		for what, c := range map[string]struct {
			meanwhile func(id int64)
			want      string
		}{
			"nothing":           {func(int64) {}, "new"},
			"given to somebody": {func(id int64) { move(adaID, fmt.Sprintf(`{"id":%d,"assigned_to":%q}`, id, benID)) }, "new"},
			"moved on":          {func(id int64) { move(adaID, fmt.Sprintf(`{"id":%d,"stage":"offer"}`, id)) }, "offer"},
			"ended otherwise":   {func(id int64) { move(adaID, fmt.Sprintf(`{"id":%d,"outcome":"withdrawn"}`, id)) }, "closed withdrawn"},
			"moved away, and back again": {func(id int64) {
				move(adaID, fmt.Sprintf(`{"id":%d,"stage":"offer"}`, id))
				move(adaID, fmt.Sprintf(`{"id":%d,"stage":"closed","outcome":"rejected"}`, id))
			}, "closed rejected"},
		} {
			id := x.application()
			x.ben("save_application", fmt.Sprintf(`{"id":%d,"stage":"closed","outcome":"rejected"}`, id))
			c.meanwhile(id)
			_, err := x.as(schema.Editor, benID, "save_application", fmt.Sprintf(`{"id":%d,"stage":"new","outcome":"","undoes":"closed rejected"}`, id))
			if fault.Is(err, fault.Stale) != (c.want != "new") || x.standing(id) != c.want {
				t.Errorf("%s: it is %s, %v", what, x.standing(id), err)
			}
		}
	})
}
