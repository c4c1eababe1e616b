"""The list of choices on the screen of a table."""

from textual.widgets import OptionList
from textual.widgets.option_list import Option


class ChoiceList(OptionList):
    """The choices of one moment: Enter takes the marked one, and where none is marked, marks the first."""

    def fill(self, options: list[Option], waiting: str, marked: bool) -> None:
        """List choices, or say what the table waits for."""
        self.clear_options().add_options(options or [Option(waiting, disabled=True)])
        self.highlighted = 0 if options and marked else None

    def action_select(self) -> None:
        """Take the marked choice."""
        if self.highlighted is None:
            self.action_first()
        else:
            super().action_select()
