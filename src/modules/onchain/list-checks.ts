import type { IncompleteList } from "./list-readings"
import type OnchainModuleService from "./service"
import type { SetupCheck } from "./setup-checks"
import { inWords } from "./work-checks"

/** One finding per list of the provider that is incomplete: what depends on it, and the setting that would help. */
export async function checkLists({ lists, clock }: OnchainModuleService): Promise<SetupCheck[]> {
  const incomplete = await lists.findIncomplete()
  return incomplete.map((list) => describeIncompleteList(list, clock() - list.since.getTime()))
}

export function describeIncompleteList(list: IncompleteList, ageMs: number): SetupCheck {
  const { listName, endpoint, rowsRead, gap } = list
  const message =
    `The provider's list ${listName} is incomplete, for ${inWords(ageMs)}: ${rowsRead} rows were read, and ${GAPS[gap]}. ` +
    `${consequenceOf(endpoint)} ${REMEDIES[gap]}`
  return { id: `list_${listName.replaceAll(/\W+/g, "_")}`, status: "warning", message }
}

const GAPS = {
  page_full: "the last page is full and names no next one",
  pages_repeat: "the page that its cursor leads to brings nothing new",
  row_unreadable: "a row of it is not in the documented form and was left out",
} as const satisfies Record<IncompleteList["gap"], string>

const REMEDIES = {
  page_full:
    "If the provider has pages, set assumptions.list.nextCursorField and assumptions.list.cursorParam as it names them. If " +
    "these are all rows, set assumptions.list.maxPageSize (for a list without limit: assumptions.list.defaultPageSize) to the " +
    "most rows that the provider puts on a page.",
  pages_repeat: "Set assumptions.list.cursorParam to the parameter in which the provider takes its cursor.",
  row_unreadable: "The check of fields names the field. Ask the provider about its form.",
} as const satisfies Record<IncompleteList["gap"], string>

function consequenceOf(endpoint: string): string {
  switch (endpoint) {
    case "listInvoices":
      return "Until it is whole, no unpaid order that waits for a deposit is cancelled, and a report calls nothing missing for it."
    case "listDeposits":
      return "Until it is whole, no unpaid order that waits for a deposit is cancelled, and an action on a deposit without an answer stays open."
    case "listTransactions":
      return "Until it is whole, no payout can be written off, and a report calls nothing missing for it."
    default:
      return "What it does not have is not taken for missing."
  }
}
