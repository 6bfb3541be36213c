import { GAP_WORDS } from "../../../../gateway/client/pages"
import { describeIncompleteList } from "../work-checks"
import type { IncompleteList } from "../../work/sync-runs"

const list = (change: Partial<IncompleteList>): IncompleteList => ({
  listName: "listInvoices status=paid",
  endpoint: "listInvoices",
  rowsRead: 100,
  gap: "page_full",
  readAt: new Date(0),
  since: new Date(0),
  ...change,
})

test.each([
  ["listInvoices status=paid", "listInvoices", "no unpaid order that waits for a deposit is cancelled"],
  [
    "listDeposits status=review_required",
    "listDeposits",
    "an action on a deposit without an answer stays open",
  ],
  ["listTransactions", "listTransactions", "no payout can be closed as not sent"],
  ["listTokens", "listTokens", "nothing is reported missing"],
])("of %s the count, what depends on it and the setting that helps are named", (listName, endpoint, text) => {
  const { id, status, message } = describeIncompleteList(list({ listName, endpoint }), 3_600_000)
  expect(id).toBe(`list_${listName.replace(" status=", "_status_")}`)
  expect(status).toBe("warning")
  expect(message).toContain(text)
  expect(message).toMatch(
    /for 60 minutes: 100 rows were read.*assumptions\.list\.nextCursorField.*maxPageSize/
  )
})

test.each([
  [
    "page_full",
    ["nextCursorField", "cursorParam", "nextLinkFields", "pageParam", "offsetParam", "maxPageSize"],
  ],
  ["pages_repeat", ["cursorParam"]],
  ["link_repeats", ["nextLinkFields"]],
  ["link_refused", ["paging"]],
  ["page_ignored", ["pageParam", "paging"]],
  ["offset_ignored", ["offsetParam", "paging"]],
  ["pages_apart", ["firstPage", "paging"]],
  ["total_larger", ["totalField", "paging"]],
] as const)("for %s the settings %j are named, and what is wrong", (gap, settings) => {
  const { message } = describeIncompleteList(list({ gap }), 0)
  for (const setting of settings) expect(message).toContain(`assumptions.list.${setting}`)
  expect(message).toContain(GAP_WORDS[gap])
})

test("for a link to another host the base URL is named too", () => {
  expect(describeIncompleteList(list({ gap: "link_refused" }), 0).message).toContain("set baseUrl")
})
