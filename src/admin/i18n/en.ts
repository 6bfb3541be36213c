import { actions } from "./en-actions"
import { deposits } from "./en-deposits"

/** Every text of the dashboard, in English. Keys are what a translation replaces. */
export const en = {
  menu: { payments: "Crypto payments", deposits: "Deposits in review" },
  ...deposits,
  ...actions,
  waiting: {
    line_one: "{{count}} deposit waits for a decision",
    line_other: "{{count}} deposits wait for a decision",
    many: "{{count}} or more deposits wait for a decision",
    link: "Review",
  },
  customer: {
    title: "Crypto payments",
    addresses: "Payment addresses",
    address: "{{network}} address",
    deposits: "Deposits in review",
    loadFailed: "The crypto payments of this customer could not be loaded.",
    all: "Show all",
  },
  health: {
    title: "Crypto payments",
    subtitle: "What is right and wrong with the setup of this store.",
    sandbox: "Sandbox environment: no real money is involved.",
    checkAgain: "Check again",
    checking: "Checking",
    failed: "The check could not be made. The server did not answer; try again.",
    status: { ok: "OK", warning: "Look at this", error: "Fix this" },
    check: {
      gateway: "Gateway",
      rails: "Rails",
      environment: "Environment",
      rates: "Prices",
      payouts: "Payouts",
      webhooks: "Webhooks",
      collection: "Collection",
      deposits: "Deposits",
      addresses: "Addresses",
      customers: "Customers",
      regions: "Regions",
      inbox: "Inbox",
    },
    accepted: "Accepted since start",
    repeated: "Repeated deliveries",
    refused: "Refused",
    waiting: "Waiting for work",
    dead: "Given up",
  },
}
