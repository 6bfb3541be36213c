import { untilSettled } from "../quiet"
import type { Verdict } from "../verdict/verdict"

/** Findings of each pass over the store, by check. */
type Look = Record<string, string[]>

const clean: Look = {}

async function after(looks: Look[], timeoutMs = 60_000) {
  const waiting = [...looks]
  const said: string[] = []
  const judge = async (): Promise<Verdict> => {
    const look = waiting.length > 1 ? waiting.shift() : waiting[0]
    const checks = Object.entries(look ?? {}).map(([name, violations]) => ({ name, title: name, violations }))
    return { checks, money: [], tornOrders: [], tornReservations: [] }
  }
  const wait = async () => undefined
  const { checks } = await untilSettled({ judge, timeoutMs, say: (line) => void said.push(line), wait })
  return { violations: checks.flatMap(({ violations }) => violations), said }
}

describe("the quiet", () => {
  it("ends with a clean state that is confirmed", async () => {
    expect((await after([{ a: ["wrong"] }, clean, clean])).violations).toEqual([])
  })

  it("reports a violation during the confirmation, also when the time is over", async () => {
    const { violations, said } = await after([clean, { captures: ["two"] }], -1)
    expect(violations).toEqual(["two", "captures: two"])
    expect(said[0]).toContain("it was right and is no longer: captures 1")
  })

  it("reports a clean state that was lost and came back", async () => {
    expect((await after([clean, { captures: ["two"] }, clean, clean])).violations).toEqual(["captures: two"])
  })

  it("tolerates a late webhook", async () => {
    expect((await after([clean, { nothing_waits: ["one webhook"] }, clean, clean])).violations).toEqual([])
  })

  it("ends with what is left when the time is over", async () => {
    expect((await after([{ a: ["wrong"] }], -1)).violations).toEqual(["wrong"])
  })
})
