import { validateAddress } from "../../../src/gateway"
import { story } from "../story/story"
import { usdcOnBase, usdcOnSolana, xlm } from "./rails"
import {
  A_WHILE_MS,
  balanceOf,
  EVM_DESTINATION,
  fundTreasury,
  OTHER_EVM_DESTINATION,
  quote,
  SOLANA_DESTINATION,
  STELLAR_DESTINATION,
  withdraw,
  withdrawalOf,
} from "./treasury"

/** A Stellar address that holds an account and a memo. */
const MUXED = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ"

story(
  "XLM goes to an account, with a memo where one is given; Solana goes to its own addresses",
  [
    "rule:withdrawal.xlm",
    "rule:quote.memo",
    "rule:quote.stellar-destination",
    "rule:withdrawal.destination-check",
  ],
  async (scene) => {
    const { sandbox, raw } = scene
    await fundTreasury(scene, xlm)
    await fundTreasury(scene, usdcOnSolana)
    const toExchange = await withdraw(scene, {
      ...xlm,
      destinationAddress: STELLAR_DESTINATION,
      memo: "4711",
    })
    expect(toExchange).toMatchObject({ ...xlm, destinationAddress: STELLAR_DESTINATION, memo: "4711" })
    const toSolana = await withdraw(scene, { ...usdcOnSolana, destinationAddress: SOLANA_DESTINATION })
    await sandbox.advance(A_WHILE_MS)
    for (const { id } of [toExchange, toSolana]) {
      expect((await withdrawalOf(scene, id)).status).toBe("completed")
    }
    const wrong = [
      { ...xlm, destinationAddress: EVM_DESTINATION },
      { ...xlm, destinationAddress: MUXED },
      { ...xlm, destinationAddress: STELLAR_DESTINATION.toLowerCase() },
      { ...usdcOnSolana, destinationAddress: STELLAR_DESTINATION },
      { chain: "evm", networkId: "base-mainnet", token: "USDC", destinationAddress: "0x1234" },
    ]
    for (const rail of wrong) {
      const answer = await raw("quoteWithdrawal", { body: { ...rail, amount: "1" } })
      expect([rail.destinationAddress, answer.status, answer.code]).toEqual([
        rail.destinationAddress,
        400,
        "VALIDATION_ERROR",
      ])
    }
  }
)

story(
  "a destination that rejects the money ends the withdrawal, and the money returns without a fee",
  ["state:withdrawal.destination_rejected", "transition:withdrawal.processing.destination_rejected"],
  async (scene) => {
    const { sandbox } = scene
    await fundTreasury(scene)
    sandbox.rejectDestination(EVM_DESTINATION)
    const { id } = await withdraw(scene)
    expect((await balanceOf(scene)).total).toBe("89.05")
    await sandbox.advance(A_WHILE_MS)
    const rejected = await withdrawalOf(scene, id)
    expect(rejected.status).toBe("destination_rejected")
    expect(rejected.failureReason).toBeTruthy()
    expect((await balanceOf(scene)).total).toBe("99.05")
  }
)

story("a shared account accepts no money without a memo", ["rule:quote.memo"], async (scene) => {
  await fundTreasury(scene, xlm)
  scene.sandbox.requireMemo(STELLAR_DESTINATION)
  const request = { ...xlm, destinationAddress: STELLAR_DESTINATION }
  await expect(quote(scene, request)).rejects.toMatchObject({ code: "VALIDATION_ERROR" })
  expect((await quote(scene, { ...request, memo: "4711" })).id).toBeTruthy()
})

/** Each with its chain; null where it is an address of none. */
const addresses: [string, string | null][] = [
  [EVM_DESTINATION, "evm"],
  [OTHER_EVM_DESTINATION, "evm"],
  // Mixed case is a checksum.
  ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "evm"],
  ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", null],
  [EVM_DESTINATION.slice(0, -1), null],
  [`${OTHER_EVM_DESTINATION}0`, null],
  ["0x1234", null],
  // 32 bytes, then 31 and 33.
  [SOLANA_DESTINATION, "sol"],
  ["11111111111111111111111111111112", "sol"],
  ["1111111111111111111111111111112", null],
  ["111111111111111111111111111111112", null],
  [`${SOLANA_DESTINATION}0`, null],
  [STELLAR_DESTINATION, "stellar"],
  [`${STELLAR_DESTINATION.slice(0, -1)}A`, null],
  [STELLAR_DESTINATION.slice(0, -1), null],
  [STELLAR_DESTINATION.toLowerCase(), null],
]

story(
  "an address is valid on one chain: the service and our own check accept it there, and nowhere else",
  ["rule:withdrawal.server-side"],
  async (scene) => {
    const { raw } = scene
    for (const rail of [usdcOnBase, usdcOnSolana, xlm]) {
      await fundTreasury(scene, rail)
      for (const [destinationAddress, chain] of addresses) {
        const { kind } = validateAddress({ chain: rail.chain, address: destinationAddress })
        const answer = await raw("quoteWithdrawal", { body: { ...rail, amount: "1", destinationAddress } })
        expect([rail.chain, destinationAddress, kind, answer.status]).toEqual([
          rail.chain,
          destinationAddress,
          ...(chain === rail.chain ? ["valid", 201] : ["invalid", 400]),
        ])
      }
    }
  }
)
