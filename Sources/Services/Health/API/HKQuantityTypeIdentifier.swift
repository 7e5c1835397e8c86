// The identifiers of the types, in the groups of Apple's header, and the units of quantities.

/// The identifier of a quantity type.
public struct HKQuantityTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  private init(_ name: String) { rawValue = "HKQuantityTypeIdentifier\(name)" }

  public static let appleSleepingWristTemperature = Self("AppleSleepingWristTemperature")
  public static let bodyFatPercentage = Self("BodyFatPercentage")
  public static let bodyMass = Self("BodyMass")
  public static let bodyMassIndex = Self("BodyMassIndex")
  public static let electrodermalActivity = Self("ElectrodermalActivity")
  public static let height = Self("Height")
  public static let leanBodyMass = Self("LeanBodyMass")
  public static let waistCircumference = Self("WaistCircumference")
  public static let activeEnergyBurned = Self("ActiveEnergyBurned")
  public static let appleExerciseTime = Self("AppleExerciseTime")
  public static let appleMoveTime = Self("AppleMoveTime")
  public static let appleStandTime = Self("AppleStandTime")
  public static let basalEnergyBurned = Self("BasalEnergyBurned")
  public static let crossCountrySkiingSpeed = Self("CrossCountrySkiingSpeed")
  public static let cyclingCadence = Self("CyclingCadence")
  public static let cyclingFunctionalThresholdPower = Self("CyclingFunctionalThresholdPower")
  public static let cyclingPower = Self("CyclingPower")
  public static let cyclingSpeed = Self("CyclingSpeed")
  public static let distanceCrossCountrySkiing = Self("DistanceCrossCountrySkiing")
  public static let distanceCycling = Self("DistanceCycling")
  public static let distanceDownhillSnowSports = Self("DistanceDownhillSnowSports")
  public static let distancePaddleSports = Self("DistancePaddleSports")
  public static let distanceRowing = Self("DistanceRowing")
  public static let distanceSkatingSports = Self("DistanceSkatingSports")
  public static let distanceSwimming = Self("DistanceSwimming")
  public static let distanceWalkingRunning = Self("DistanceWalkingRunning")
  public static let distanceWheelchair = Self("DistanceWheelchair")
  public static let estimatedWorkoutEffortScore = Self("EstimatedWorkoutEffortScore")
  public static let flightsClimbed = Self("FlightsClimbed")
  public static let nikeFuel = Self("NikeFuel")
  public static let paddleSportsSpeed = Self("PaddleSportsSpeed")
  public static let physicalEffort = Self("PhysicalEffort")
  public static let pushCount = Self("PushCount")
  public static let rowingSpeed = Self("RowingSpeed")
  public static let runningPower = Self("RunningPower")
  public static let runningSpeed = Self("RunningSpeed")
  public static let stepCount = Self("StepCount")
  public static let swimmingStrokeCount = Self("SwimmingStrokeCount")
  public static let underwaterDepth = Self("UnderwaterDepth")
  public static let workoutEffortScore = Self("WorkoutEffortScore")
  public static let environmentalAudioExposure = Self("EnvironmentalAudioExposure")
  public static let environmentalSoundReduction = Self("EnvironmentalSoundReduction")
  public static let headphoneAudioExposure = Self("HeadphoneAudioExposure")
  public static let atrialFibrillationBurden = Self("AtrialFibrillationBurden")
  public static let heartRate = Self("HeartRate")
  public static let heartRateRecoveryOneMinute = Self("HeartRateRecoveryOneMinute")
  public static let heartRateVariabilitySDNN = Self("HeartRateVariabilitySDNN")
  public static let peripheralPerfusionIndex = Self("PeripheralPerfusionIndex")
  public static let restingHeartRate = Self("RestingHeartRate")
  public static let vo2Max = Self("VO2Max")
  public static let walkingHeartRateAverage = Self("WalkingHeartRateAverage")
  public static let appleWalkingSteadiness = Self("AppleWalkingSteadiness")
  public static let runningGroundContactTime = Self("RunningGroundContactTime")
  public static let runningStrideLength = Self("RunningStrideLength")
  public static let runningVerticalOscillation = Self("RunningVerticalOscillation")
  public static let sixMinuteWalkTestDistance = Self("SixMinuteWalkTestDistance")
  public static let stairAscentSpeed = Self("StairAscentSpeed")
  public static let stairDescentSpeed = Self("StairDescentSpeed")
  public static let walkingAsymmetryPercentage = Self("WalkingAsymmetryPercentage")
  public static let walkingDoubleSupportPercentage = Self("WalkingDoubleSupportPercentage")
  public static let walkingSpeed = Self("WalkingSpeed")
  public static let walkingStepLength = Self("WalkingStepLength")
  public static let dietaryBiotin = Self("DietaryBiotin")
  public static let dietaryCaffeine = Self("DietaryCaffeine")
  public static let dietaryCalcium = Self("DietaryCalcium")
  public static let dietaryCarbohydrates = Self("DietaryCarbohydrates")
  public static let dietaryChloride = Self("DietaryChloride")
  public static let dietaryCholesterol = Self("DietaryCholesterol")
  public static let dietaryChromium = Self("DietaryChromium")
  public static let dietaryCopper = Self("DietaryCopper")
  public static let dietaryEnergyConsumed = Self("DietaryEnergyConsumed")
  public static let dietaryFatMonounsaturated = Self("DietaryFatMonounsaturated")
  public static let dietaryFatPolyunsaturated = Self("DietaryFatPolyunsaturated")
  public static let dietaryFatSaturated = Self("DietaryFatSaturated")
  public static let dietaryFatTotal = Self("DietaryFatTotal")
  public static let dietaryFiber = Self("DietaryFiber")
  public static let dietaryFolate = Self("DietaryFolate")
  public static let dietaryIodine = Self("DietaryIodine")
  public static let dietaryIron = Self("DietaryIron")
  public static let dietaryMagnesium = Self("DietaryMagnesium")
  public static let dietaryManganese = Self("DietaryManganese")
  public static let dietaryMolybdenum = Self("DietaryMolybdenum")
  public static let dietaryNiacin = Self("DietaryNiacin")
  public static let dietaryPantothenicAcid = Self("DietaryPantothenicAcid")
  public static let dietaryPhosphorus = Self("DietaryPhosphorus")
  public static let dietaryPotassium = Self("DietaryPotassium")
  public static let dietaryProtein = Self("DietaryProtein")
  public static let dietaryRiboflavin = Self("DietaryRiboflavin")
  public static let dietarySelenium = Self("DietarySelenium")
  public static let dietarySodium = Self("DietarySodium")
  public static let dietarySugar = Self("DietarySugar")
  public static let dietaryThiamin = Self("DietaryThiamin")
  public static let dietaryVitaminA = Self("DietaryVitaminA")
  public static let dietaryVitaminB12 = Self("DietaryVitaminB12")
  public static let dietaryVitaminB6 = Self("DietaryVitaminB6")
  public static let dietaryVitaminC = Self("DietaryVitaminC")
  public static let dietaryVitaminD = Self("DietaryVitaminD")
  public static let dietaryVitaminE = Self("DietaryVitaminE")
  public static let dietaryVitaminK = Self("DietaryVitaminK")
  public static let dietaryWater = Self("DietaryWater")
  public static let dietaryZinc = Self("DietaryZinc")
  public static let bloodAlcoholContent = Self("BloodAlcoholContent")
  public static let bloodPressureDiastolic = Self("BloodPressureDiastolic")
  public static let bloodPressureSystolic = Self("BloodPressureSystolic")
  public static let insulinDelivery = Self("InsulinDelivery")
  public static let numberOfAlcoholicBeverages = Self("NumberOfAlcoholicBeverages")
  public static let numberOfTimesFallen = Self("NumberOfTimesFallen")
  public static let timeInDaylight = Self("TimeInDaylight")
  public static let uvExposure = Self("UVExposure")
  public static let waterTemperature = Self("WaterTemperature")
  public static let basalBodyTemperature = Self("BasalBodyTemperature")
  public static let appleSleepingBreathingDisturbances = Self("AppleSleepingBreathingDisturbances")
  public static let forcedExpiratoryVolume1 = Self("ForcedExpiratoryVolume1")
  public static let forcedVitalCapacity = Self("ForcedVitalCapacity")
  public static let inhalerUsage = Self("InhalerUsage")
  public static let oxygenSaturation = Self("OxygenSaturation")
  public static let peakExpiratoryFlowRate = Self("PeakExpiratoryFlowRate")
  public static let respiratoryRate = Self("RespiratoryRate")
  public static let bloodGlucose = Self("BloodGlucose")
  public static let bodyTemperature = Self("BodyTemperature")
}

extension HKQuantityTypeIdentifier {
  /// The unit in which Apple's header describes a type, and how its samples are combined; nil for a type that this
  /// version does not know.
  var kind: (unit: String, style: HKQuantityAggregationStyle)? {
    Self.kinds[rawValue]
  }

  private static let kinds: [String: (unit: String, style: HKQuantityAggregationStyle)] = {
    var result: [String: (unit: String, style: HKQuantityAggregationStyle)] = [:]
    for (unit, style, names) in table {
      for name in names.split(separator: " ") {
        result["HKQuantityTypeIdentifier\(name)"] = (unit, style)
      }
    }
    return result
  }()

  private static let table: [(String, HKQuantityAggregationStyle, String)] = [
    (
      "degC", .discreteArithmetic,
      "AppleSleepingWristTemperature WaterTemperature BasalBodyTemperature BodyTemperature"
    ),
    (
      "%", .discreteArithmetic,
      "BodyFatPercentage PeripheralPerfusionIndex AppleWalkingSteadiness WalkingAsymmetryPercentage WalkingDoubleSupportPercentage BloodAlcoholContent OxygenSaturation"
    ),
    ("kg", .discreteArithmetic, "BodyMass LeanBodyMass"),
    ("count", .discreteArithmetic, "BodyMassIndex UVExposure AppleSleepingBreathingDisturbances"),
    ("S", .discreteArithmetic, "ElectrodermalActivity"),
    (
      "m", .discreteArithmetic,
      "Height WaistCircumference UnderwaterDepth RunningStrideLength SixMinuteWalkTestDistance WalkingStepLength"
    ),
    ("kcal", .cumulative, "ActiveEnergyBurned BasalEnergyBurned DietaryEnergyConsumed"),
    ("min", .cumulative, "AppleExerciseTime AppleMoveTime AppleStandTime TimeInDaylight"),
    (
      "m/s", .discreteArithmetic,
      "CrossCountrySkiingSpeed CyclingSpeed PaddleSportsSpeed RowingSpeed RunningSpeed StairAscentSpeed StairDescentSpeed WalkingSpeed"
    ),
    (
      "count/min", .discreteArithmetic,
      "CyclingCadence HeartRateRecoveryOneMinute RestingHeartRate WalkingHeartRateAverage"
    ),
    ("W", .discreteArithmetic, "CyclingFunctionalThresholdPower CyclingPower RunningPower"),
    (
      "m", .cumulative,
      "DistanceCrossCountrySkiing DistanceCycling DistanceDownhillSnowSports DistancePaddleSports DistanceRowing DistanceSkatingSports DistanceSwimming DistanceWalkingRunning DistanceWheelchair"
    ),
    ("appleEffortScore", .discreteArithmetic, "EstimatedWorkoutEffortScore WorkoutEffortScore"),
    (
      "count", .cumulative,
      "FlightsClimbed NikeFuel PushCount StepCount SwimmingStrokeCount NumberOfAlcoholicBeverages NumberOfTimesFallen InhalerUsage"
    ),
    ("kcal/(kg*hr)", .discreteArithmetic, "PhysicalEffort"),
    (
      "dBASPL", .discreteEquivalentContinuousLevel,
      "EnvironmentalAudioExposure EnvironmentalSoundReduction HeadphoneAudioExposure"
    ),
    ("%", .discreteTemporallyWeighted, "AtrialFibrillationBurden"),
    ("count/s", .discreteTemporallyWeighted, "HeartRate"),
    ("ms", .discreteArithmetic, "HeartRateVariabilitySDNN RunningGroundContactTime"),
    ("ml/(kg*min)", .discreteArithmetic, "VO2Max"),
    ("cm", .discreteArithmetic, "RunningVerticalOscillation"),
    (
      "g", .cumulative,
      "DietaryBiotin DietaryCaffeine DietaryCalcium DietaryCarbohydrates DietaryChloride DietaryCholesterol DietaryChromium DietaryCopper DietaryFatMonounsaturated DietaryFatPolyunsaturated DietaryFatSaturated DietaryFatTotal DietaryFiber DietaryFolate DietaryIodine DietaryIron DietaryMagnesium DietaryManganese DietaryMolybdenum DietaryNiacin DietaryPantothenicAcid DietaryPhosphorus DietaryPotassium DietaryProtein DietaryRiboflavin DietarySelenium DietarySodium DietarySugar DietaryThiamin DietaryVitaminA DietaryVitaminB12 DietaryVitaminB6 DietaryVitaminC DietaryVitaminD DietaryVitaminE DietaryVitaminK DietaryZinc"
    ),
    ("mL", .cumulative, "DietaryWater"),
    ("mmHg", .discreteArithmetic, "BloodPressureDiastolic BloodPressureSystolic"),
    ("IU", .cumulative, "InsulinDelivery"),
    ("L", .discreteArithmetic, "ForcedExpiratoryVolume1 ForcedVitalCapacity"),
    ("L/min", .discreteArithmetic, "PeakExpiratoryFlowRate"),
    ("count/s", .discreteArithmetic, "RespiratoryRate"),
    ("mg/dL", .discreteArithmetic, "BloodGlucose"),
  ]
}
