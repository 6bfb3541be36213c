import { inProcess } from "./in-process"
import { callWholeSurface } from "./whole-surface"

type Sandbox = ReturnType<typeof inProcess>

/** Every answer and every object the run can show. */
const recordsOf = ({ control }: Sandbox) => ({
  state: control.state(),
  customers: control.customers(),
  invoices: control.invoices(),
  intents: control.intents(),
  payments: control.payments(),
  deposits: control.deposits(),
  withdrawals: control.withdrawals(),
  ledger: control.ledger(),
  requests: control.requests(),
  deliveries: control.deliveries(),
})

describe("one seed", () => {
  it("gives byte-identical answers over the whole API", async () => {
    const [first, second] = [inProcess({ seed: "a" }), inProcess({ seed: "a" })]
    const answers = await callWholeSurface(first)
    expect(await callWholeSurface(second)).toEqual(answers)
    expect(recordsOf(second)).toEqual(recordsOf(first))
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })

  it("gives the same answers again after a reset", async () => {
    const sandbox = inProcess()
    const first = await callWholeSurface(sandbox)
    sandbox.control.fault({ kind: "reset" })
    await sandbox.control.reset()
    expect(sandbox.control.state()).toMatchObject({
      invoices: 0,
      payments: 0,
      requests: 0,
      deliveries: 0,
      faults: [],
    })
    expect(await callWholeSurface(sandbox)).toEqual(first)
  })

  it("differs from another seed in ids, addresses and credentials", async () => {
    const [a, b] = [inProcess({ seed: "a" }), inProcess({ seed: "b" })]
    expect(a.credentials).not.toEqual(b.credentials)
    const [first, second] = [await a.createInvoice(), await b.createInvoice()]
    expect(first).not.toBe(second)
    expect(a.control.invoices()[0]?.depositAddress).not.toBe(b.control.invoices()[0]?.depositAddress)
  })
})
