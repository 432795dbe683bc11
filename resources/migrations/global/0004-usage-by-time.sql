-- Reports ask for the calls since a moment, and the oldest go when there are too many.
CREATE INDEX usage_by_time ON usage (at);
