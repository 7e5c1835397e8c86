/// The identifier of a category type.
public struct HKCategoryTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  private init(_ name: String) { rawValue = "HKCategoryTypeIdentifier\(name)" }

  public static let appleStandHour = Self("AppleStandHour")
  public static let environmentalAudioExposureEvent = Self("AudioExposureEvent")
  public static let headphoneAudioExposureEvent = Self("HeadphoneAudioExposureEvent")
  public static let highHeartRateEvent = Self("HighHeartRateEvent")
  public static let irregularHeartRhythmEvent = Self("IrregularHeartRhythmEvent")
  public static let lowCardioFitnessEvent = Self("LowCardioFitnessEvent")
  public static let lowHeartRateEvent = Self("LowHeartRateEvent")
  public static let mindfulSession = Self("MindfulSession")
  public static let appleWalkingSteadinessEvent = Self("AppleWalkingSteadinessEvent")
  public static let handwashingEvent = Self("HandwashingEvent")
  public static let toothbrushingEvent = Self("ToothbrushingEvent")
  public static let bleedingAfterPregnancy = Self("BleedingAfterPregnancy")
  public static let bleedingDuringPregnancy = Self("BleedingDuringPregnancy")
  public static let cervicalMucusQuality = Self("CervicalMucusQuality")
  public static let contraceptive = Self("Contraceptive")
  public static let infrequentMenstrualCycles = Self("InfrequentMenstrualCycles")
  public static let intermenstrualBleeding = Self("IntermenstrualBleeding")
  public static let irregularMenstrualCycles = Self("IrregularMenstrualCycles")
  public static let lactation = Self("Lactation")
  public static let menstrualFlow = Self("MenstrualFlow")
  public static let ovulationTestResult = Self("OvulationTestResult")
  public static let persistentIntermenstrualBleeding = Self("PersistentIntermenstrualBleeding")
  public static let pregnancy = Self("Pregnancy")
  public static let pregnancyTestResult = Self("PregnancyTestResult")
  public static let progesteroneTestResult = Self("ProgesteroneTestResult")
  public static let prolongedMenstrualPeriods = Self("ProlongedMenstrualPeriods")
  public static let sexualActivity = Self("SexualActivity")
  public static let sleepApneaEvent = Self("SleepApneaEvent")
  public static let sleepAnalysis = Self("SleepAnalysis")
  public static let abdominalCramps = Self("AbdominalCramps")
  public static let acne = Self("Acne")
  public static let appetiteChanges = Self("AppetiteChanges")
  public static let bladderIncontinence = Self("BladderIncontinence")
  public static let bloating = Self("Bloating")
  public static let breastPain = Self("BreastPain")
  public static let chestTightnessOrPain = Self("ChestTightnessOrPain")
  public static let chills = Self("Chills")
  public static let constipation = Self("Constipation")
  public static let coughing = Self("Coughing")
  public static let diarrhea = Self("Diarrhea")
  public static let dizziness = Self("Dizziness")
  public static let drySkin = Self("DrySkin")
  public static let fainting = Self("Fainting")
  public static let fatigue = Self("Fatigue")
  public static let fever = Self("Fever")
  public static let generalizedBodyAche = Self("GeneralizedBodyAche")
  public static let hairLoss = Self("HairLoss")
  public static let headache = Self("Headache")
  public static let heartburn = Self("Heartburn")
  public static let hotFlashes = Self("HotFlashes")
  public static let lossOfSmell = Self("LossOfSmell")
  public static let lossOfTaste = Self("LossOfTaste")
  public static let lowerBackPain = Self("LowerBackPain")
  public static let memoryLapse = Self("MemoryLapse")
  public static let moodChanges = Self("MoodChanges")
  public static let nausea = Self("Nausea")
  public static let nightSweats = Self("NightSweats")
  public static let pelvicPain = Self("PelvicPain")
  public static let rapidPoundingOrFlutteringHeartbeat = Self("RapidPoundingOrFlutteringHeartbeat")
  public static let runnyNose = Self("RunnyNose")
  public static let shortnessOfBreath = Self("ShortnessOfBreath")
  public static let sinusCongestion = Self("SinusCongestion")
  public static let skippedHeartbeat = Self("SkippedHeartbeat")
  public static let sleepChanges = Self("SleepChanges")
  public static let soreThroat = Self("SoreThroat")
  public static let vaginalDryness = Self("VaginalDryness")
  public static let vomiting = Self("Vomiting")
  public static let wheezing = Self("Wheezing")
}

@nonexhaustive public enum HKCategoryValue: Int, Sendable {
  case notApplicable = 0
}

@nonexhaustive public enum HKCategoryValueSleepAnalysis: Int, Sendable {
  case inBed = 0
  case asleepUnspecified = 1
  case awake = 2
  case asleepCore = 3
  case asleepDeep = 4
  case asleepREM = 5
  @available(*, deprecated, renamed: "asleepUnspecified")
  public static var asleep: Self { .asleepUnspecified }
  public static var allAsleepValues: Set<HKCategoryValueSleepAnalysis> {
    [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
  }
}

@nonexhaustive public enum HKCategoryValueAppetiteChanges: Int, Sendable {
  case unspecified = 0
  case noChange = 1
  case decreased = 2
  case increased = 3
}

@nonexhaustive public enum HKCategoryValueAppleStandHour: Int, Sendable {
  case stood = 0
  case idle = 1
}

@nonexhaustive public enum HKCategoryValueAppleWalkingSteadinessEvent: Int, Sendable {
  case initialLow = 1
  case initialVeryLow = 2
  case repeatLow = 3
  case repeatVeryLow = 4
}

@nonexhaustive public enum HKCategoryValueCervicalMucusQuality: Int, Sendable {
  case dry = 1
  case sticky = 2
  case creamy = 3
  case watery = 4
  case eggWhite = 5
}

@nonexhaustive public enum HKCategoryValueContraceptive: Int, Sendable {
  case unspecified = 1
  case implant = 2
  case injection = 3
  case intrauterineDevice = 4
  case intravaginalRing = 5
  case oral = 6
  case patch = 7
}

@nonexhaustive public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, Sendable {
  case momentaryLimit = 1
}

@nonexhaustive public enum HKCategoryValueHeadphoneAudioExposureEvent: Int, Sendable {
  case sevenDayLimit = 1
}

@nonexhaustive public enum HKCategoryValueLowCardioFitnessEvent: Int, Sendable {
  case lowFitness = 1
}

@nonexhaustive public enum HKCategoryValueMenstrualFlow: Int, Sendable {
  case unspecified = 1
  case light = 2
  case medium = 3
  case heavy = 4
  case none = 5
}

@nonexhaustive public enum HKCategoryValueVaginalBleeding: Int, Sendable {
  case unspecified = 1
  case light = 2
  case medium = 3
  case heavy = 4
  case none = 5
}

@nonexhaustive public enum HKCategoryValueOvulationTestResult: Int, Sendable {
  case negative = 1
  case luteinizingHormoneSurge = 2
  case indeterminate = 3
  case estrogenSurge = 4
}

@nonexhaustive public enum HKCategoryValuePregnancyTestResult: Int, Sendable {
  case negative = 1
  case positive = 2
  case indeterminate = 3
}

@nonexhaustive public enum HKCategoryValueProgesteroneTestResult: Int, Sendable {
  case negative = 1
  case positive = 2
  case indeterminate = 3
}

@nonexhaustive public enum HKCategoryValuePresence: Int, Sendable {
  case present = 0
  case notPresent = 1
}

@nonexhaustive public enum HKCategoryValueSeverity: Int, Sendable {
  case unspecified = 0
  case notPresent = 1
  case mild = 2
  case moderate = 3
  case severe = 4
}

extension HKCategoryValueSleepAnalysis: HKCategoryValuePredicateProviding {}
extension HKCategoryValueAppetiteChanges: HKCategoryValuePredicateProviding {}
extension HKCategoryValueAppleStandHour: HKCategoryValuePredicateProviding {}
extension HKCategoryValueAppleWalkingSteadinessEvent: HKCategoryValuePredicateProviding {}
extension HKCategoryValueCervicalMucusQuality: HKCategoryValuePredicateProviding {}
extension HKCategoryValueContraceptive: HKCategoryValuePredicateProviding {}
extension HKCategoryValueEnvironmentalAudioExposureEvent: HKCategoryValuePredicateProviding {}
extension HKCategoryValueHeadphoneAudioExposureEvent: HKCategoryValuePredicateProviding {}
extension HKCategoryValueLowCardioFitnessEvent: HKCategoryValuePredicateProviding {}
extension HKCategoryValueMenstrualFlow: HKCategoryValuePredicateProviding {}
extension HKCategoryValueVaginalBleeding: HKCategoryValuePredicateProviding {}
extension HKCategoryValueOvulationTestResult: HKCategoryValuePredicateProviding {}
extension HKCategoryValuePregnancyTestResult: HKCategoryValuePredicateProviding {}
extension HKCategoryValueProgesteroneTestResult: HKCategoryValuePredicateProviding {}
extension HKCategoryValuePresence: HKCategoryValuePredicateProviding {}
extension HKCategoryValueSeverity: HKCategoryValuePredicateProviding {}
