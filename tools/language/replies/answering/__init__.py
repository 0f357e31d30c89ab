"""Side questions answered from facts, without a model: topic, target, value, words."""
