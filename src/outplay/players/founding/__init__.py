"""The players of the founding documents, with their own parameters and faults of judgement: opponents to beat."""
