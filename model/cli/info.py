"""The command ``info``: describe a model."""

from argparse import Namespace

from model.cli.inputs import load_model, name_folder_in_errors
from model.cli.outputs import print_line
from model.runs.run_folder import RunFolder


def run(arguments: Namespace) -> None:
    """Print sizes, corpus, training and scores of a model."""
    snapshot = load_model(arguments.model)
    with name_folder_in_errors(arguments.model):
        description = RunFolder(arguments.model).read_description() if arguments.model else None
    translator, scores = snapshot.translator, snapshot.evaluation
    config = translator.model.config
    print_line("layers, heads", f"{config.n_layers}, {config.n_heads}")
    print_line("widths", f"d_model {config.d_model}, d_ff {config.d_ff}")
    print_line("dropout, norm", f"{config.dropout:g}, {config.norm}")
    print_line("weights", f"{sum(weight.numel() for weight in translator.model.parameters()):,}")
    label = "subwords" if translator.source.is_subword else "words"
    print_line(label, f"{len(translator.source.words):,} source, {len(translator.target.words):,} target")
    if description:
        training = description.training
        n_pairs = f"{description.n_train:,} pairs, {description.n_held_out:,} held out"
        print_line("corpus", f"{description.corpus}: {n_pairs}")
        settings = f"learning rate {training.learning_rate:g}, batches of {training.batch_size}, seed {training.seed}"
        print_line("training", settings)
        print_line("step", f"{snapshot.step:,} of {training.steps:,}")
    else:
        print_line("step", f"{snapshot.step:,}")
    print_line("exact match", f"{scores.exact_match:.2%} of {scores.n_sentences:,} held-out sentences")
    if scores.alignment_accuracy is not None:
        print_line("alignment accuracy", f"{scores.alignment_accuracy:.2%}")
    print_line("cross-entropy", f"{scores.loss:.4f} nats per token")
