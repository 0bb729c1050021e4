"""Services behind the API: match factory, lobby, campaigns, variants, lab jobs and seat keys."""
