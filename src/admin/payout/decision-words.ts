export const decisions = {
  payout: {
    quote: {
      title: "Request a new quote",
      first: "Request a quote",
      text: "Reads the current costs from the provider. Nothing is sent.",
      button: "Request a quote",
      done: "Here is the new quote. Read it before you continue.",
      waiting: "The provider has not answered. Try again in a moment.",
      notGiven: "There is no new quote. {{error}}",
    },
    confirm: {
      title: "Confirm and send",
      text: "Sends the money at this quote.",
      button: "Confirm and send",
      done: "{{amount}} is on its way.",
      secondTitle: "Confirm for approval",
      secondText: "Another user has to approve it. Nothing is sent before that.",
      thirdText:
        "{{by}} requested it, so a third user has to approve what you confirm: neither of you may. Nothing is sent before that.",
      secondButton: "Confirm",
      secondDone: "Confirmed. It waits for another user.",
    },
    approve: {
      title: "Approve and send",
      text: "Sends the money at this quote.",
      button: "Approve and send",
      done: "{{amount}} is on its way.",
    },
    cancel: {
      title: "Cancel the withdrawal",
      text: "Ends this withdrawal. Nothing has been sent.",
      button: "Cancel withdrawal",
      done: "Cancelled. Nothing was sent.",
    },
    adopt: {
      title: "I found it at the provider",
      text: "Enter the ID that the provider's dashboard shows for it. It is compared with this withdrawal and then followed.",
      button: "Use this ID",
      write: "Enter the ID first.",
      label: "Withdrawal ID at the provider",
      done: "Found. It is followed from here.",
    },
    write_off: {
      title: "The provider does not have it",
      text: "Ends this withdrawal as not sent. Look in the list of withdrawals in the provider's dashboard first: one that waits there for money or for gas has no transaction yet, so this store cannot find it.",
      button: "End it",
      write: "Write down first where you looked.",
      label: "What you looked at",
      placeholder: "Where you looked, and when",
      notThis: "Other withdrawals at the provider",
      notThisHint:
        "Optional. IDs that this page names, if you compared them and none is this withdrawal. Separate them with commas.",
      done: "Ended as not sent.",
    },
    acknowledge: {
      title: "I have reviewed it",
      text: "Notes what you found about the contradiction. Nothing is sent or changed.",
      button: "Add the note",
      write: "Write down first what you found.",
      label: "What you found",
      placeholder: "What you compared, and what is right",
      done: "Noted. The warning has ended.",
    },
    end: {
      title: "I know what became of it",
      text: "Ends this withdrawal, which the provider has not reported on for days. Look in its dashboard and on the network first.",
      button: "End it",
      write: "Choose what became of it, and write down where you looked.",
      outcome: "What became of it",
      paid: { label: "It was paid", text: "The money has arrived at its destination." },
      not_paid: {
        label: "It was not paid",
        text: "The money is still yours, and it will not be sent.",
      },
      lostTitle: "I found its transaction",
      lostText:
        "Ends this withdrawal as paid, with its transaction as proof. If the provider says otherwise later, it is shown here.",
      lostButton: "End it as paid",
      lostWrite: "Enter the transaction hash, and write down where you looked.",
      transaction: "Transaction hash",
      label: "Where you looked",
      placeholder: "Where you looked, and when",
      done: "Ended. If the provider reports another result later, that counts.",
    },
    check: {
      title: "Check now",
      text: "Reads its status from the provider. This also happens automatically.",
      sendingText: "Repeats the same request now, if its pause is over. The money goes out once.",
      button: "Check now",
      done: "Checked.",
    },
  },
  payoutQuestion: {
    confirm: {
      title: "Send {{amount}}?",
      text: "The money leaves your treasury as soon as you confirm.",
      secondTitle: "Confirm {{amount}} for approval?",
      secondText: "Another user has to approve it before the money leaves your treasury.",
      thirdText:
        "{{by}} requested it, so a third user has to approve it before the money leaves your treasury. Neither of you may.",
    },
    approve: {
      title: "Approve and send {{amount}}?",
      text: "{{by}} requested it. The money leaves your treasury as soon as you approve.",
    },
    cancel: {
      title: "Cancel {{amount}}?",
      text: "This withdrawal ends. Nothing has been sent, and you can request another one.",
    },
    adopt: {
      title: "Is this the withdrawal of {{amount}}?",
      text: "It is compared with the provider's withdrawal of this ID, and used only when it matches:",
    },
    write_off: {
      title: "End {{amount}} as not sent?",
      text: "One that waits at the provider, for money or for gas, cannot be found from here. If the provider has it after all, the money still goes out, and a new request would pay twice. Your note:",
    },
    acknowledge: {
      title: "Have you reviewed {{amount}}?",
      text: "The contradiction: {{what}} The warning ends with this, unless the provider reports something else. Your note:",
    },
    end: {
      paid: {
        title: "End {{amount}} as paid?",
        text: "It counts as paid from then on, and so does the refund that it pays, if it pays one. Your note:",
        lostText:
          "It counts as paid from then on, and so does the refund that it pays, if it pays one. Your transaction and note:",
      },
      not_paid: {
        title: "End {{amount}} as not paid?",
        text: "If the provider executes it after all, the money still goes out, and a new request would pay twice. Your note:",
      },
    },
  },
}
