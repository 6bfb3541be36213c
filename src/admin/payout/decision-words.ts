export const decisions = {
  payout: {
    quote: {
      button: "Request a quote",
      again: "Request a new quote",
      done: "Here is the new quote. Read it before you continue.",
      waiting: "The provider has not answered. Try again in a moment.",
      notGiven: "There is no new quote. {{error}}",
    },
    confirm: {
      button: "Confirm and send",
      done: "{{amount}} is on its way.",
      secondButton: "Send for approval",
      secondDone: "Confirmed. It waits for another user.",
    },
    approve: { button: "Approve and send", done: "{{amount}} is on its way." },
    cancel: { button: "Cancel withdrawal", done: "Cancelled. Nothing was sent." },
    adopt: {
      button: "Enter the provider's ID",
      label: "Withdrawal ID at the provider",
      done: "Found. It is followed from here.",
    },
    write_off: {
      button: "Close as not sent",
      label: "Where you looked",
      placeholder: "Where you looked, and when",
      notThis: "Other withdrawals at the provider",
      notThisHint: "Optional: IDs you compared, none of which is this withdrawal. Separate them with commas.",
      done: "Closed as not sent.",
    },
    acknowledge: {
      button: "Mark as reviewed",
      label: "What you found",
      placeholder: "What you compared, and what is right",
      done: "Reviewed. The warning has ended.",
    },
    end: {
      button: "Close withdrawal",
      outcome: "Outcome",
      paid: { label: "It was paid", text: "The money has arrived." },
      not_paid: { label: "It was not paid", text: "The money is still yours." },
      lostButton: "Mark as paid",
      transaction: "Transaction hash",
      label: "Where you looked",
      placeholder: "Where you looked, and when",
      done: "Closed. A later result of the provider still counts.",
    },
    check: { button: "Check now", done: "Checked." },
  },
  payoutQuestion: {
    confirm: {
      title: "Send {{amount}}?",
      text: "The money leaves your treasury as soon as you confirm.",
      secondTitle: "Confirm {{amount}} for approval?",
      secondText: "Another user has to approve it before anything is sent.",
      thirdText: "{{by}} requested it, so a third user has to approve it before anything is sent.",
    },
    approve: {
      title: "Approve and send {{amount}}?",
      text: "{{by}} requested it. The money leaves your treasury as soon as you approve.",
    },
    cancel: {
      title: "Cancel the withdrawal of {{amount}}?",
      text: "Nothing has been sent. You can request another one.",
    },
    adopt: {
      title: "Find {{amount}} by the provider's ID",
      text: "It is used only if network, token, amount and address match.",
    },
    write_off: {
      title: "Close {{amount}} as not sent?",
      text: "Look in the provider's dashboard first: one that waits there for money or gas has no transaction yet. If the provider still pays it, a new withdrawal would pay twice.",
    },
    acknowledge: {
      title: "Mark {{amount}} as reviewed?",
      text: "{{what}} The warning ends, unless the provider reports something else.",
    },
    end: {
      title: "Close the withdrawal of {{amount}}?",
      text: "The provider has not reported on it for days. Look in its dashboard and on the network first: if it still pays one that you close as not paid, a new withdrawal would pay twice.",
      lostTitle: "Mark {{amount}} as paid?",
      lostText: "Its transaction is the proof. A refund that it pays is closed too.",
    },
  },
}
