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
	if s == nil {
		return
	}
	s.Done = func(err error) {
		if err != nil {
			failed.Inc()
		} else {
			kept.Inc()
		}
	}
	m.registry.MustRegister(backupCollector{s}, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: "vitrine", Name: "backup_lost_uploads", Help: "Uploads whose files were missing from the last scheduled backup of this instance.",
	}, func() float64 { return float64(s.LostUploads()) }))
}

// backupCollector asks the database, so every instance tells the same moment.
type backupCollector struct{ schedule *archive.Schedule }

var lastSuccess = prometheus.NewDesc("vitrine_backup_last_success_timestamp_seconds",
	"When everything had last reached the place of the backups; an unchanged site counts. 0 means never.", nil, nil)

func (backupCollector) Describe(out chan<- *prometheus.Desc) { out <- lastSuccess }

func (c backupCollector) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	at, err := c.schedule.LastKept(ctx)
	if err != nil {
		return // the other metrics matter most when the database is away
	}
	seconds := 0.0
	if !at.IsZero() {
		seconds = float64(at.Unix())
	}
	out <- prometheus.MustNewConstMetric(lastSuccess, prometheus.GaugeValue, seconds)
}
