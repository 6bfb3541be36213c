import { EVM_CHAINS } from "../../../checkout/wallet/evm-chains"
import { SIGNABLE_TOKENS } from "../../../domain/payment/transfer-authorization"

test("chain ids and contracts are those of the wallets", () => {
  const ids = Object.keys(SIGNABLE_TOKENS)
  const known = ids.map((id) => [id, EVM_CHAINS[id]?.chainId, EVM_CHAINS[id]?.tokens.USDC?.contract])
  expect(
    Object.entries(SIGNABLE_TOKENS).map(([id, { chainId, contract }]) => [id, chainId, contract])
  ).toEqual(known)
})
