import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { PageNotices } from "../../src/modules/onchain/payment/live-updates"
import { eventually } from "../http/support/eventually"
import { describeTables } from "./onchain-module"
import { paymentsOf, stored } from "./rows"

const times = { probePauseMs: 200, probeTimeoutMs: 500 }
const soon = (attempt: () => Promise<void>) => eventually(attempt, 10_000)
const NOTIFICATION = "A".charCodeAt(0)

describeTables(({ knex, clientUrl }) => {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
    await soon(async () => expect(await listeners()).toEqual([]))
  })

  const listeners = async (): Promise<number[]> => {
    const { rows } = await knex.raw(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'"
    )
    return rows.map(({ pid }: { pid: number }) => pid)
  }

  /** Another process: its own pool. */
  function processOf(url: string): Knex {
    const other = ModulesSdkUtils.createPgConnection({ clientUrl: url, pool: { min: 0, max: 1 } })
    ends.push(() => other.destroy())
    return other
  }

  function listen(own: Knex) {
    const noticed: string[] = []
    const errors: string[] = []
    const notices = new PageNotices(own, (error) => errors.push(String(error)), times)
    const stop = notices.start((id) => noticed.push(id))
    ends.push(stop)
    return {
      notices,
      noticed,
      errors,
      stop,
      isLive: () => soon(async () => expect(notices.isLive).toBe(true)),
    }
  }

  test("what a process commits, each process hears; what it takes back, none", async () => {
    const listening = [listen(processOf(clientUrl)), listen(processOf(clientUrl))]
    for (const { isLive } of listening) await isLive()
    const writer = processOf(clientUrl)
    await stored(paymentsOf(writer), { id: "ocpay_1", collection_id: "pay_col_1" })
    await writer
      .transaction(async (trx) => {
        await stored(paymentsOf(trx), { id: "ocpay_2", collection_id: "pay_col_2" })
        throw new Error("taken back")
      })
      .catch(() => undefined)
    await paymentsOf(writer).note("ocpay_1", { part_hold_until: new Date() })
    for (const { noticed } of listening)
      await soon(async () => expect(noticed).toEqual(["pay_col_1", "pay_col_1"]))
  })

  test("a connection that is killed is replaced, and reported once", async () => {
    const { notices, noticed, errors, isLive } = listen(processOf(clientUrl))
    await isLive()
    const [pid = 0] = await listeners()
    await knex.raw("SELECT pg_terminate_backend(?)", [pid])
    await soon(async () => expect(notices.isLive).toBe(false))
    await isLive()
    expect(await listeners()).not.toContain(pid)
    expect(errors).toHaveLength(1)
    await stored(paymentsOf(knex), { id: "ocpay_1", collection_id: "pay_col_1" })
    await soon(async () => expect(noticed).toEqual(["pay_col_1"]))
  })

  test("behind a pooler that swallows notifications it is not live, and keeps no connection", async () => {
    const pooler = await startPooler(new URL(clientUrl))
    ends.push(pooler.stop)
    const { notices, errors, stop } = listen(processOf(pooler.url))
    await soon(async () => expect(errors).toEqual([expect.stringContaining("do not arrive")]))
    expect(notices.isLive).toBe(false)
    stop()
  })

  test("a pooler that begins to swallow them is noticed by the next probe", async () => {
    const pooler = await startPooler(new URL(clientUrl), { isSwallowing: false })
    ends.push(pooler.stop)
    const { notices, isLive } = listen(processOf(pooler.url))
    await isLive()
    pooler.swallow()
    await soon(async () => expect(notices.isLive).toBe(false))
  })

  test("a pool without a free connection for its probe leaves the pages to ask", async () => {
    const own = processOf(clientUrl)
    const busy = await own.transaction()
    const { notices, errors, isLive } = listen(own)
    await soon(async () => expect(errors).toHaveLength(1))
    expect(notices.isLive).toBe(false)
    await busy.rollback()
    await isLive()
  })
})

/** Passes everything on but notifications of the server. */
async function startPooler(target: URL, { isSwallowing = true } = {}) {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on("error", () => {}).on("close", () => [client, upstream].forEach((one) => one.destroy()))
    }
    client.pipe(upstream)
    let rest = Buffer.alloc(0)
    upstream.on("data", (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        const message = rest.subarray(0, rest.readInt32BE(1) + 1)
        rest = rest.subarray(message.length)
        if (message[0] !== NOTIFICATION || !isSwallowing) client.write(message)
      }
    })
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    swallow: () => (isSwallowing = true),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
