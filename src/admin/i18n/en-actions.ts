import { HISTORY_WORDING } from "../deposits/history"

/** English texts of what an operator can do with a deposit, and of what becomes of it. */
export const actions = {
  action: {
    assign: {
      title: "Assign to an order",
      text: "Marks the order as paid with this deposit.",
      button: "Assign",
      choose: "Choose the order first.",
      done: "Assigned to {{order}}. It is marked as paid in a moment.",
    },
    accept: {
      title: "Accept without an order",
      text: "Adds the money, less the normal fee, to your balance. No order is marked as paid.",
      button: "Accept",
      done: "{{amount}} accepted.",
    },
    refund: {
      title: "Refund",
      text: "Sends the whole amount back to the address it came from.",
      button: "Refund",
      done: "The refund of {{amount}} has started.",
    },
    notPossible: "Not possible.",
    orders: "Orders this deposit can pay",
    order: "Order #{{number}}",
    orderWithoutNumber: "Order {{id}}",
    cart: "Cart without an order",
    candidate: "Expects {{amount}}. Opened {{age}}.",
    candidateTotal: "Expects {{amount}} for {{total}}. Opened {{age}}.",
  },
  confirm: {
    assign: {
      title: "Assign {{amount}} to {{order}}?",
      order: "{{order}} expects {{expected}} and is marked as paid with this deposit of {{amount}}.",
      cart: "The cart expects {{expected}}. It becomes an order, paid with this deposit of {{amount}}.",
      button: "Assign",
    },
    accept: {
      title: "Accept {{amount}} without an order?",
      text: "The service takes its normal fee from {{amount}} and adds the rest to your balance. No order is marked as paid.",
      button: "Accept",
    },
    refund: {
      title: "Refund {{amount}}?",
      text: "{{amount}} is sent back on {{network}} to the address it came from:",
      exchange: "If the address belongs to an exchange, the customer may not get the money.",
      button: "Refund",
    },
    final: "This cannot be undone.",
    cancel: "Cancel",
  },
  acting: {
    title: "Waiting for the service's answer",
    text: "{{who}} chose “{{action}}” {{age}}, and the service has not answered yet. The same request is repeated by itself until it does; it is carried out once.",
    somebody: "A user",
    reason: "Last attempt: {{reason}}",
    finish: "Ask again now",
  },
  failure: {
    conflict: "Your decision was not carried out. {{message}}",
    refused: "Your decision was not carried out. {{message}}",
    unknown: "The server did not answer. What happened is shown here as soon as it is known.",
    retry: "Try again",
  },
  history: HISTORY_WORDING,
}
