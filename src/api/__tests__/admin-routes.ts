import { routesIn, type StoreRoute } from "../../__tests__/store-routes"

/** Every route under `/admin/onchain`, as the files say: what a new one has to be checked for is not forgotten. */
export const listAdminRoutes = (): StoreRoute[] => routesIn("src/api/admin/onchain", "/admin/onchain")
