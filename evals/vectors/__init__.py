"""Recorded cases of earlier systems and public test suites, run against our pure functions: ``tripintent eval --vectors``.

A system's module holds ``KINDS``: each kind of case with the function that answers its input. A new system is one module
and one name in ``run.SYSTEMS``.
"""
