"""Cases of the trip designer."""

from tripintent.evals.vectors import designer_import, designer_plan, designer_schema, designer_words
from tripintent.evals.vectors.case import Kinds

KINDS: Kinds = {**designer_plan.KINDS, **designer_words.KINDS, **designer_schema.KINDS, **designer_import.KINDS}
