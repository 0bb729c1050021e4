// The words of the wire by their own names. wire.d.ts is generated from the server's schema.
import type { components } from "./wire";

type Schemas = components["schemas"];

// what a browser asks over a socket
export type Hello = Schemas["Hello"];
export type Look = Schemas["Look"];
export type Play = Schemas["Play"];
export type Undo = Schemas["Undo"];
export type Preview = Schemas["Preview"];
export type Odds = Schemas["Odds"];
export type Say = Schemas["Say"];
export type Note = Schemas["Note"];
export type Name = Schemas["Name"];
export type Leave = Schemas["Leave"];
export type Return = Schemas["Return"];
/** Anything a browser may send over a socket. */
export type Outgoing = Schemas["Request"];

// what the server tells
export type Welcome = Schemas["Welcome"];
export type Table = Schemas["Table"];
export type Frame = Schemas["Frame"];
export type Log = Schemas["Log"];
export type Done = Schemas["Done"];
export type Refused = Schemas["Refused"];
export type Previewed = Schemas["Previewed"];
export type Chances = Schemas["Chances"];
export type Counted = Schemas["Counted"];
export type Said = Schemas["Said"];
export type Problem = Schemas["Problem"];
export type Rows = Schemas["Rows"];
/** Anything the server may send over a socket. */
export type Incoming = Schemas["Answer"];

// parts of what it tells; SceneNode and SceneHandle because a browser has a Node of its own
export type SceneNode = Schemas["Node"];
export type SceneHandle = Schemas["Handle"];
export type Layer = Schemas["Layer"];
export type Scene = Schemas["Scene"];
export type Panel = Schemas["Panel"];
export type Line = Schemas["Line"];
export type Span = Schemas["Span"];
export type Choice = Schemas["Choice"];
export type Clock = Schemas["Clock"];
export type Ask = Schemas["Ask"];
export type Outcome = Schemas["Outcome"];
export type SeatInfo = Schemas["SeatInfo"];
export type Branch = Schemas["Branch"];
export type Limits = Schemas["Limits"];
export type Info = Schemas["Info"];
export type Speech = Schemas["Speech"];
export type Chance = Schemas["Chance"];
export type Row = Schemas["Row"];

// the REST part
export type GameCard = Schemas["GameCard"];
export type ScenarioCard = Schemas["ScenarioCard"];
export type OptionCard = Schemas["OptionCard"];
export type RulesText = Schemas["RulesText"];
export type Chapter = Schemas["Chapter"];
export type ClauseText = Schemas["ClauseText"];
export type NewMatch = Schemas["NewMatch"];
export type NewSeat = Schemas["NewSeat"];
export type NewClock = Schemas["NewClock"];
export type NewBranch = Schemas["NewBranch"];
export type Created = Schemas["Created"];
export type Ending = Schemas["Ending"];
export type EndingSeat = Schemas["EndingSeat"];
export type CampaignCard = Schemas["CampaignCard"];
export type NewCampaign = Schemas["NewCampaign"];
export type NewChoice = Schemas["NewChoice"];
export type CampaignPage = Schemas["CampaignPage"];
export type CampaignSeat = Schemas["CampaignSeat"];
export type CampaignGame = Schemas["CampaignGame"];
export type CampaignQuestion = Schemas["CampaignQuestion"];
export type CampaignAnswer = Schemas["CampaignAnswer"];
export type SheetPages = Schemas["SheetPages"];
export type SheetPage = Schemas["SheetPage"];
export type SheetFields = Schemas["SheetFields"];
export type SheetField = Schemas["SheetField"];
export type SheetBoxes = Schemas["SheetBoxes"];
export type SheetRow = Schemas["SheetRow"];
export type SheetGrid = Schemas["SheetGrid"];
export type SheetTraits = Schemas["SheetTraits"];
export type SheetTrait = Schemas["SheetTrait"];
export type OwnCard = Schemas["OwnCard"];
export type OwnField = Schemas["OwnField"];
export type OwnFilled = Schemas["OwnFilled"];
export type NewOwn = Schemas["NewOwn"];
export type OwnForm = Schemas["OwnForm"];
export type OwnFault = Schemas["OwnFault"];
export type OwnReport = Schemas["OwnReport"];
export type LabSide = Schemas["LabSide"];
export type LabComparison = Schemas["LabComparison"];
export type LabValue = Schemas["LabValue"];
export type LabValues = Schemas["LabValues"];
export type LabGame = Schemas["LabGame"];
export type LabExample = Schemas["LabExample"];
export type LabVary = Schemas["LabVary"];
export type LabStop = Schemas["LabStop"];
export type LabForm = Schemas["LabForm"];
export type NewLook = Schemas["NewLook"];
export type NewExperiment = Schemas["NewExperiment"];
export type LabFault = Schemas["LabFault"];
export type LabLook = Schemas["LabLook"];
export type LabRow = Schemas["LabRow"];
export type LabCard = Schemas["LabCard"];
export type LabRun = Schemas["LabRun"];
export type LabPage = Schemas["LabPage"];
export type NewVariant = Schemas["NewVariant"];
export type VariantPage = Schemas["VariantPage"];
export type VariantCard = Schemas["VariantCard"];
export type Imported = Schemas["Imported"];
export type Verified = Schemas["Verified"];
export type Health = Schemas["Health"];
export type ErrorBody = Schemas["ErrorBody"];
export type ErrorText = Schemas["ErrorText"];
