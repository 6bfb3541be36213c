/**
 * Command line of {@link installSelf}: builds the plugin and installs it into this repository's
 * `node_modules`.
 */
import { installSelf } from "./package/install-self"

installSelf().then(
  (directory) => console.log(`The built plugin is in ${directory}`),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
)
