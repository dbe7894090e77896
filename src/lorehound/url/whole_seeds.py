"""The seeds of a topic as a person typed them, made whole."""

from lorehound.errors import BadAddress, BadTopic
from lorehound.model.topic import Topic
from lorehound.url.address import read_address


def whole_seeds(topic: Topic, where: str) -> Topic:
    """The topic with every seed an address: a bare host gets ``http://``, what is whole stays as it stands.

    ``where`` names the file in messages (BadTopic: one line for each seed that is no address).
    """
    seeds, faults = [], []
    for number, seed in enumerate(topic.seeds):
        try:
            whole = read_address(seed)
        except BadAddress as error:
            faults.append(f"seeds[{number}]: {error}")
        else:
            seeds.append(seed if seed.lower().startswith(("http://", "https://")) else whole)
    if faults:
        raise BadTopic(where, faults)
    return topic.model_copy(update={"seeds": tuple(seeds)})
