"""Pictures that are not boards: results, scores, ratings and winning chances as charts."""
