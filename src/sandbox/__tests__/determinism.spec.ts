import { inProcess } from "./in-process"

type InProcess = ReturnType<typeof inProcess>

/** A run that touches every kind of identifier. */
async function run(sandbox: InProcess): Promise<string> {
  const texts: string[] = []
  for (const chain of ["evm", "sol", "stellar"]) {
    const network = { evm: "base-mainnet", sol: "sol-mainnet", stellar: "stellar-mainnet" }[chain]
    const token = chain === "stellar" ? "XLM" : "USDC"
    const id = await sandbox.createInvoice({ chain, networkId: network, token })
    await sandbox.control.pay(id)
    texts.push((await sandbox.get(`/invoices/${id}`)).text)
    await sandbox.control.settle(id)
    texts.push((await sandbox.get(`/businesses/invoices/${id}`)).text)
  }
  texts.push((await sandbox.get("/nothing")).text, (await sandbox.get("/tokens")).text)
  const { control } = sandbox
  const requests = control.requests().map((entry) => ({ ...entry, idempotencyKey: "the caller's" }))
  return JSON.stringify([texts, control.payments(), control.deliveries(), requests])
}

describe("one seed", () => {
  it("gives the same answers to the byte", async () => {
    expect(await run(inProcess({ seed: "a" }))).toBe(await run(inProcess({ seed: "a" })))
  })

  it("gives the same answers again after a reset", async () => {
    const sandbox = inProcess()
    const first = await run(sandbox)
    sandbox.control.fault({ kind: "reset" })
    await sandbox.control.reset()
    expect(sandbox.control.state()).toMatchObject({
      invoices: 0,
      payments: 0,
      requests: 0,
      deliveries: 0,
      faults: [],
    })
    expect(await run(sandbox)).toBe(first)
  })

  it("differs from another one in ids, addresses and credentials", async () => {
    const [a, b] = [inProcess({ seed: "a" }), inProcess({ seed: "b" })]
    expect(a.credentials).not.toEqual(b.credentials)
    const [first, second] = [await a.createInvoice(), await b.createInvoice()]
    expect(first).not.toBe(second)
    expect(a.control.invoices()[0]?.depositAddress).not.toBe(b.control.invoices()[0]?.depositAddress)
  })

  it("can be changed by a reset that keeps the credentials", async () => {
    const sandbox = inProcess()
    const { apiKey } = sandbox.credentials
    const first = await sandbox.createInvoice()
    await sandbox.control.reset({ seed: "another" })
    expect(await sandbox.createInvoice()).not.toBe(first)
    expect(sandbox.credentials.apiKey).toBe(apiKey)
  })
})
