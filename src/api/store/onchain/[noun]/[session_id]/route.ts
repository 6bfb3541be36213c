import { nothingHere } from "../../../../route-table"

export const GET = nothingHere
export const POST = nothingHere
