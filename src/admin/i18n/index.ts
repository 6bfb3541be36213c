import { en } from "./en"

/** Texts by language and namespace, as the dashboard merges them with its own. */
export default { en: { onchain: en } }
