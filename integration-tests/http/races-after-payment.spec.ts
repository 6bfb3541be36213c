import { raceStories } from "./support/race-stories"

raceStories("after_payment")
