-- The number of the terms by which contents are found.
SELECT 1;
