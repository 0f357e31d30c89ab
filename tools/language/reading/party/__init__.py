"""The party, in one line: ages → children, infants and toddlers → adults → head counts and company."""
