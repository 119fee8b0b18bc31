package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"golang.org/x/term"

	"vitrine/internal/auth"
	"vitrine/internal/config"
	"vitrine/internal/schema"
)

type userCommands struct {
	Add          userAdd          `cmd:"" help:"Add a person."`
	List         userList         `cmd:"" help:"List everyone who may sign in."`
	SetPassword  userSetPassword  `cmd:"" help:"Change a password; ends the person's sessions."`
	SetRole      userSetRole      `cmd:"" help:"Change a role; counts from the next request on."`
	ResetFactors userResetFactors `cmd:"" help:"Take the second factors from a person who lost their phone; ends the person's sessions."`
	Remove       userRemove       `cmd:"" help:"Remove a person."`
}

// withUsers opens the data and hands out the accounts. A typing error in the
// folder makes no site there.
func withUsers(ctx context.Context, p config.Place, do func(*auth.Service) error) error {
	if err := checkSecret(os.Getenv("VITRINE_JWT_SECRET")); err != nil {
		return err
	}
	if err := hasSite(ctx, p); err != nil {
		return err
	}
	return withAccounts(ctx, p, do)
}

// withAccounts makes the site if there is none, so that its people can be there
// before its first start.
func withAccounts(ctx context.Context, p config.Place, do func(*auth.Service) error) error {
	given := os.Getenv("VITRINE_JWT_SECRET")
	if err := checkSecret(given); err != nil {
		return err
	}
	s, log, err := open(ctx, p)
	if err != nil {
		return err
	}
	defer s.Close()
	secret, err := signingSecret(ctx, s, p, given)
	if err != nil {
		return err
	}
	return do(auth.New(auth.Options{Store: s, Secret: secret, PublicURL: "http://localhost", Log: log}))
}

// passwordFlag reads a password without showing it on the command line.
type passwordFlag struct {
	PasswordStdin bool `help:"Read the password from standard input instead of asking for it." name:"password-stdin"`
}

func (f passwordFlag) read() (string, error) {
	if f.PasswordStdin {
		line, err := bufio.NewReader(os.Stdin).ReadString('\n')
		if err != nil && line == "" {
			return "", errors.New("no password on standard input")
		}
		return strings.TrimRight(line, "\r\n"), nil
	}
	if !term.IsTerminal(int(os.Stdin.Fd())) {
		return "", errors.New("give the password with --password-stdin, or run this on a terminal")
	}
	fmt.Fprint(os.Stderr, "Password: ")
	first, err := term.ReadPassword(int(os.Stdin.Fd()))
	fmt.Fprint(os.Stderr, "\nAgain: ")
	if err != nil {
		return "", err
	}
	again, err := term.ReadPassword(int(os.Stdin.Fd()))
	fmt.Fprintln(os.Stderr)
	if err != nil {
		return "", err
	}
	if string(first) != string(again) {
		return "", errors.New("the two passwords differ")
	}
	return string(first), nil
}

type userAdd struct {
	config.Place
	passwordFlag
	Email string `required:"" help:"Address of the person."`
	Role  string `required:"" enum:"admin,editor,viewer" help:"admin, editor or viewer."`
}

func (c *userAdd) Run(ctx context.Context) error {
	password, err := c.read()
	if err != nil {
		return err
	}
	return withAccounts(ctx, c.Place, func(s *auth.Service) error {
		user, err := s.AddUser(ctx, c.Email, password, schema.Role(c.Role))
		if err == nil {
			fmt.Println("added", user.Email, "as", c.Role)
		}
		return err
	})
}

type userList struct {
	config.Place
}

func (c *userList) Run(ctx context.Context) error {
	return withUsers(ctx, c.Place, func(s *auth.Service) error {
		users, err := s.ListUsers(ctx)
		if err != nil {
			return err
		}
		out := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', 0)
		fmt.Fprintln(out, "EMAIL\tROLE\tLAST SIGN-IN\tSTATE\tSECOND FACTOR")
		for _, u := range users {
			last, state, factor := "never", "active", "no"
			if !u.LastSignInAt.IsZero() {
				last = u.LastSignInAt.Format("2006-01-02 15:04")
			}
			switch {
			case u.Disabled():
				state = "disabled"
			case !u.HasPassword():
				state = "invited"
			}
			if u.HasFactor() {
				factor = "yes"
			}
			fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\n", u.Email, u.Role, last, state, factor)
		}
		return out.Flush()
	})
}

type userSetPassword struct {
	config.Place
	passwordFlag
	Email string `required:"" help:"Address of the person."`
}

func (c *userSetPassword) Run(ctx context.Context) error {
	password, err := c.read()
	if err != nil {
		return err
	}
	return withUsers(ctx, c.Place, func(s *auth.Service) error {
		return s.SetPassword(ctx, c.Email, password)
	})
}

type userSetRole struct {
	config.Place
	Email string `required:"" help:"Address of the person."`
	Role  string `required:"" enum:"admin,editor,viewer" help:"admin, editor or viewer."`
}

func (c *userSetRole) Run(ctx context.Context) error {
	return withUsers(ctx, c.Place, func(s *auth.Service) error {
		return s.SetRole(ctx, c.Email, schema.Role(c.Role))
	})
}

type userResetFactors struct {
	config.Place
	Email string `required:"" help:"Address of the person."`
}

func (c *userResetFactors) Run(ctx context.Context) error {
	return withUsers(ctx, c.Place, func(s *auth.Service) error {
		return s.ResetFactors(ctx, c.Email)
	})
}

type userRemove struct {
	config.Place
	Email string `required:"" help:"Address of the person."`
}

func (c *userRemove) Run(ctx context.Context) error {
	return withUsers(ctx, c.Place, func(s *auth.Service) error {
		return s.RemoveUser(ctx, c.Email)
	})
}
