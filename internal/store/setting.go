package store

import (
	"context"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

// Setting is the value of a setting; "" when there is none.
func (x Session) Setting(ctx context.Context, name string) (string, error) {
	row, err := x.One(ctx, &schema.Settings, Eq("name", name))
	if fault.Is(err, fault.NotOne) {
		return "", nil
	}
	return row.Text("value"), err
}

// SetSetting stores the value of a setting.
func (x Session) SetSetting(ctx context.Context, name, value string) error {
	_, _, err := x.Upsert(ctx, &schema.Settings, Conflict{}, Row{"name": name, "value": value})
	return err
}

// SettingOr is the value of a setting, which is fresh from now on when there was
// none. Those who ask at once get the same.
func (x Session) SettingOr(ctx context.Context, name, fresh string) (value string, err error) {
	err = x.Tx(ctx, func(x Session) error {
		if err := x.Lock(ctx, name); err != nil {
			return err
		}
		if value, err = x.Setting(ctx, name); err != nil || value != "" {
			return err
		}
		value = fresh
		return x.SetSetting(ctx, name, fresh)
	})
	return value, err
}
