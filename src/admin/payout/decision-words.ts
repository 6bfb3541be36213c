export const decisions = {
  payout: {
    quote: {
      button: "Request a quote",
      again: "Request a new quote",
      done: "New quote received. Check it before you continue.",
      waiting: "The provider has not answered. Try again in a moment.",
      notGiven: "No new quote. {{error}}",
    },
    confirm: {
      button: "Confirm and send",
      done: "{{amount}} is on its way.",
      secondButton: "Send for approval",
      secondDone: "Confirmed. Waiting for another user.",
    },
    approve: { button: "Approve and send", done: "{{amount}} is on its way." },
    cancel: { button: "Cancel withdrawal", done: "Cancelled. Nothing was sent." },
    adopt: {
      button: "Enter provider ID",
      label: "Withdrawal ID at the provider",
      done: "Found. Status checks continue.",
    },
    write_off: {
      button: "Close as not sent",
      label: "What you checked",
      placeholder: "Where you looked, and when",
      notThis: "Other withdrawals at the provider",
      notThisHint: "Optional: IDs that are not this withdrawal, separated by commas.",
      done: "Closed as not sent.",
    },
    acknowledge: {
      button: "Mark as reviewed",
      label: "What you found",
      placeholder: "What you compared, and what is right",
      done: "Marked as reviewed.",
    },
    end: {
      button: "Close withdrawal",
      outcome: "Outcome",
      paid: { label: "It was paid", text: "The money has arrived." },
      not_paid: { label: "It was not paid", text: "The money is still yours." },
      lostButton: "Mark as paid",
      transaction: "Transaction hash",
      label: "What you checked",
      placeholder: "Where you looked, and when",
      done: "Closed. A later result from the provider still counts.",
    },
    check: { button: "Check now", done: "Checked." },
  },
  payoutQuestion: {
    confirm: {
      title: "Send {{amount}}?",
      text: "The money leaves your treasury at once.",
      secondTitle: "Confirm {{amount}} for approval?",
      secondText: "Another user must approve it first.",
      thirdText: "{{by}} requested it, so a third user must approve it first.",
    },
    approve: {
      title: "Approve and send {{amount}}?",
      text: "{{by}} requested it. The money leaves your treasury at once.",
    },
    cancel: {
      title: "Cancel the withdrawal of {{amount}}?",
      text: "Nothing has been sent. You can request another one.",
    },
    adopt: {
      title: "Find {{amount}} by the provider's ID",
      text: "Network, token, amount and address must match.",
    },
    write_off: {
      title: "Close {{amount}} as not sent?",
      text: "Check the provider's dashboard first: while it waits there for funds or gas it has no transaction. If the provider still pays it, a new withdrawal pays twice.",
    },
    acknowledge: {
      title: "Mark {{amount}} as reviewed?",
      text: "{{what}} The warning returns if the provider reports something else.",
    },
    end: {
      title: "Close the withdrawal of {{amount}}?",
      text: "No report from the provider for days. Check its dashboard and the network first: if it still pays what you close as not paid, a new withdrawal pays twice.",
      lostTitle: "Mark {{amount}} as paid?",
      lostText: "The transaction is the proof. A refund it pays is closed too.",
    },
  },
}
