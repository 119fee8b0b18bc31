package mail

// Colours are those of a mail, by day and by night.
type Colours struct {
	Light Tones `json:"light"`
	Dark  Tones `json:"dark"`
}

// Tones are the colours of one theme, as #rrggbb.
type Tones struct {
	Page  string `json:"page"`  // around the sheet
	Sheet string `json:"sheet"` // what the text stands on
	Ink   string `json:"ink"`   // of the text, and of buttons
	OnInk string `json:"onInk"` // what buttons say
	Line  string `json:"line"`
	Quote string `json:"quote"` // beside what is quoted
	Link  string `json:"link"`
	Foot  string `json:"foot"` // of the small print
}

// Fresh are the colours of a site whose look nobody chose.
var Fresh = Colours{
	Light: Tones{Page: "#eef3f1", Sheet: "#ffffff", Ink: "#0f1614", OnInk: "#ffffff", Line: "#d5dfdb", Quote: "#8aa59d", Link: "#0b5c4a", Foot: "#51655e"},
	Dark:  Tones{Page: "#0c1412", Sheet: "#14201d", Ink: "#e8f0ed", OnInk: "#12211d", Line: "#2b3a35", Quote: "#8aa59d", Link: "#7fd6bf", Foot: "#9db3ac"},
}

// Wear has mails take their colours from the look of the site. It is asked for
// each mail and has to answer at once or soon.
func (s *Sender) Wear(colours func() Colours) { s.colours.Store(&colours) }

// Colours are those of the next mail.
func (s *Sender) Colours() Colours {
	if s == nil {
		return Fresh
	}
	if worn := s.colours.Load(); worn != nil {
		return (*worn)()
	}
	return Fresh
}

// ButtonLook, LinkLook and FootLook are written at each of these.
func (c Colours) ButtonLook() string {
	return "display:inline-block;padding:13px 24px;border-radius:999px;background:" + c.Light.Ink + ";color:" + c.Light.OnInk + ";text-decoration:none;font-weight:500"
}
func (c Colours) LinkLook() string { return "color:" + c.Light.Link }
func (c Colours) FootLook() string { return "color:" + c.Light.Foot }

// darkAndNarrow is for programs that keep style sheets.
func (c Colours) darkAndNarrow() string {
	d := c.Dark
	return `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.page{background:` + d.Page + `!important}.sheet{background:` + d.Sheet + `!important;color:` + d.Ink + `!important;border-color:` + d.Line + `!important}.link{color:` + d.Link + `!important}.btn{background:` + d.Ink + `!important;color:` + d.OnInk + `!important}.line,.foot{border-color:` + d.Line + `!important}.day,.foot,.foot a{color:` + d.Foot + `!important}}
@media (max-width:480px){.pad{padding-left:22px!important;padding-right:22px!important}.out{padding:0!important}.sheet{border-width:0!important}.title{font-size:25px!important}}`
}
