import { raceStories } from "./support/race-stories"

raceStories("before_payment")
