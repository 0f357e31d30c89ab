"""Several processes are started with nothing but the environment: what was set by flags is put there."""

import json

from pydantic import AliasChoices, SecretStr
from pydantic_settings import BaseSettings


def as_environment(settings: BaseSettings) -> dict[str, str]:
    """Return the environment variables that make the same settings again."""
    return {_variable(settings, name): _text(getattr(settings, name)) for name in settings.model_fields_set}


def _variable(settings: BaseSettings, name: str) -> str:
    alias = type(settings).model_fields[name].validation_alias
    if isinstance(alias, AliasChoices):
        return str(alias.choices[0])
    return f"{settings.model_config.get('env_prefix', '')}{name}".upper()


def _text(value: object) -> str:
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    if isinstance(value, dict):
        return json.dumps({_text(key): _text(one) for key, one in value.items()})
    if isinstance(value, tuple):
        return json.dumps([_text(one) for one in value])
    return "" if value is None else str(value)
