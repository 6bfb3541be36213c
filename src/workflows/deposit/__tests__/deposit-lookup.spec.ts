import { cutShort, listing } from "../../../gateway/__tests__/listing"
import type { Deposit } from "../../../gateway/contract"
import { findAtGateway } from "../resolve-deposit"

const deposit = (depositId: string, resolutionStatus: string): Deposit => ({
  depositId,
  resolutionStatus,
  chain: "evm",
  networkId: "base-mainnet",
  asset: {},
  amount: { raw: "1", display: "0.000001", decimals: 6 },
  safeToFulfill: false,
})
const inReview = [deposit("dep_1", "review_required")]
const others = [deposit("dep_2", "refunded")]

/** A service with two lists, either of which may be cut short. */
const serviceOf = ({ isReviewCut = false, isWholeCut = false }) => ({
  listDeposits: ({ status }: { status?: string } = {}) => {
    const isCut = status === undefined ? isWholeCut : isReviewCut
    const rows = status === undefined ? [...inReview, ...others] : inReview
    return isCut ? cutShort(rows) : listing(rows)
  },
})

test("a deposit is found in whichever list has it, also in one that is incomplete", async () => {
  const gateway = serviceOf({ isReviewCut: true, isWholeCut: true })
  expect(await findAtGateway(gateway, "dep_1")).toMatchObject({ kind: "found" })
  expect(await findAtGateway(gateway, "dep_2")).toMatchObject({
    kind: "found",
    row: { resolutionStatus: "refunded" },
  })
})

test.each([
  [{}, "absent"],
  [{ isReviewCut: true }, "absent"],
  [{ isWholeCut: true }, "unknown"],
])("with %j one that no list has is %s", async (cut, kind) => {
  expect(await findAtGateway(serviceOf(cut), "dep_9")).toEqual({ kind })
})
