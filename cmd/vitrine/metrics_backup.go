package main

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"vitrine/internal/archive"
)

// watchBackups counts scheduled backups and tells how old the newest is.
func (m *metrics) watchBackups(s *archive.Schedule) {
	made := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "vitrine", Name: "backups_total", Help: "Scheduled backups by result (kept, failed)."}, []string{"result"})
	m.registry.MustRegister(made)
	kept, failed := made.WithLabelValues("kept"), made.WithLabelValues("failed")
	tried := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "vitrine", Name: "restore_trials_total", Help: "Weekly trial restores by result (passed, failed)."}, []string{"result"})
	m.registry.MustRegister(tried)
	passed, broken := tried.WithLabelValues("passed"), tried.WithLabelValues("failed")
	if s == nil {
		return
	}
	s.Done = counts(kept, failed)
	if s.Trials != nil {
		s.Trials.Done = counts(passed, broken)
	}
	m.registry.MustRegister(backupCollector{s}, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: "vitrine", Name: "backup_lost_uploads", Help: "Uploads whose files were missing from the last scheduled backup of this instance.",
	}, func() float64 { return float64(s.LostUploads()) }))
}

func counts(well, badly prometheus.Counter) func(error) {
	return func(err error) {
		if err != nil {
			badly.Inc()
		} else {
			well.Inc()
		}
	}
}

// backupCollector asks the database, so every instance tells the same moment.
type backupCollector struct{ schedule *archive.Schedule }

var lastSuccess = prometheus.NewDesc("vitrine_backup_last_success_timestamp_seconds",
	"When everything had last reached the place of the backups; an unchanged site counts. 0 means never.", nil, nil)

var lastTrial = prometheus.NewDesc("vitrine_restore_trial_last_success_timestamp_seconds",
	"When a backup was last restored on trial and came out whole. 0 means never.", nil, nil)

func (backupCollector) Describe(out chan<- *prometheus.Desc) {
	out <- lastSuccess
	out <- lastTrial
}

func (c backupCollector) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	for desc, last := range map[*prometheus.Desc]func(context.Context) (time.Time, error){lastSuccess: c.schedule.LastBackup, lastTrial: c.schedule.LastTrial} {
		at, err := last(ctx)
		if err != nil {
			return // the other metrics matter most when the database is away
		}
		seconds := 0.0
		if !at.IsZero() {
			seconds = float64(at.Unix())
		}
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, seconds)
	}
}
