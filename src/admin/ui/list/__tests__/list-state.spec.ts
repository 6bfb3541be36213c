import { DEPOSITS, WAITING } from "../../../deposit/deposits-page"
import { isAtRest, type ListShape, readListState, toFilters, writeListState } from "../list-state"

const PLAIN: ListShape = { filters: [{ id: "event", type: "string" }], order: "-at" }
const read = (text: string, shape: ListShape = DEPOSITS) => readListState(shape, new URLSearchParams(text))
const written = (text: string) =>
  String(writeListState(DEPOSITS, new URLSearchParams("deposit_id=dep_1"), read(text)))

describe("state of the list", () => {
  it("offers each state of a deposit but income, which has its own list", () => {
    const offered = DEPOSITS.filters.find(({ id }) => id === "state")?.options?.map(({ value }) => value)
    expect(offered).toEqual(["in_review", "processing", "assigned", "accepted", "refund_pending", "refunded"])
  })

  it("shows what waits when the address says nothing", () => {
    expect(read("")).toEqual({
      filters: { state: WAITING },
      search: "",
      order: { id: "observed_at", desc: true },
      pageIndex: 0,
    })
  })

  it.each([
    ["", "deposit_id=dep_1"],
    ["state=any", "deposit_id=dep_1&state=any"],
    ["state=in_review,processing", "deposit_id=dep_1"],
    ["state=refunded", "deposit_id=dep_1&state=refunded"],
    ["state=", "deposit_id=dep_1&state="],
    ["token=&q=0xab&page=3", "deposit_id=dep_1&token=&q=0xab&page=3"],
    ["order=observed_at&customer_id=cus_1", "deposit_id=dep_1&customer_id=cus_1&order=observed_at"],
    ["page=1", "deposit_id=dep_1"],
    ["page=-4", "deposit_id=dep_1"],
    ["page=x", "deposit_id=dep_1"],
  ])("%p is written as %p", (text, address) => {
    expect(written(text)).toBe(address)
    expect(read(written(text))).toEqual(read(text))
  })

  it("keeps a filter that was added and has no value yet", () => {
    expect(
      toFilters(DEPOSITS, {
        state: ["processing"],
        token: "",
        assignment_status: [],
        odd: 1,
        customer_id: null,
      })
    ).toEqual({
      state: ["processing"],
      token: "",
      assignment_status: [],
      customer_id: "",
    })
  })

  it.each([
    ["", DEPOSITS, true],
    ["q=x", DEPOSITS, false],
    ["token=", DEPOSITS, false],
    ["state=any", DEPOSITS, false],
    ["", PLAIN, true],
    ["event=a", PLAIN, false],
  ])("%p is what is shown at first: case %#", (text, shape, is) => {
    expect(isAtRest(shape, read(text, shape))).toBe(is)
  })
})
