module vitrine

go 1.26.0
