"""The command ``info``: describe a model."""

from argparse import Namespace

from model.cli.inputs import load_model, name_folder_in_errors
from model.runs.run_folder import RunFolder


def run(arguments: Namespace) -> None:
    """Print sizes, corpus, training and scores of a model."""
    with name_folder_in_errors(arguments.model):
        description = RunFolder(arguments.model).read_description() if arguments.model else None
    snapshot = load_model(arguments.model)
    translator, scores = snapshot.translator, snapshot.evaluation
    config = translator.model.config
    print(f"layers, heads          {config.n_layers}, {config.n_heads}")
    print(f"widths                 d_model {config.d_model}, d_ff {config.d_ff}")
    print(f"dropout, norm          {config.dropout:g}, {config.norm}")
    print(f"weights                {sum(weight.numel() for weight in translator.model.parameters()):,}")
    label = "subwords" if translator.source.is_subword else "words"
    print(f"{label:<22} {len(translator.source.words):,} source, {len(translator.target.words):,} target")
    if description:
        training = description.training
        n_pairs = f"{description.n_train:,} pairs, {description.n_held_out:,} held out"
        print(f"corpus                 {description.corpus}: {n_pairs}")
        settings = f"learning rate {training.learning_rate:g}, batches of {training.batch_size}, seed {training.seed}"
        print(f"training               {settings}")
        print(f"step                   {snapshot.step:,} of {training.steps:,}")
    else:
        print(f"step                   {snapshot.step:,}")
    print(f"exact match            {scores.exact_match:.2%} of {scores.n_sentences:,} held-out sentences")
    if scores.alignment_accuracy is not None:
        print(f"alignment accuracy     {scores.alignment_accuracy:.2%}")
    print(f"cross-entropy          {scores.loss:.4f} nats per token")
