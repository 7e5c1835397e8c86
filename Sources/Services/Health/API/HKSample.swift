import Foundation
internal import YobanSimulatedApple

/// Health data of one type.
///
/// Sendable: immutable.
open class HKObject: NSObject, NSSecureCoding, @unchecked Sendable {
  open private(set) var uuid: UUID
  open private(set) var sourceRevision: HKSourceRevision
  open private(set) var device: HKDevice?
  open private(set) var metadata: [String: Any]?

  init(_ uuid: UUID, _ source: HKSourceRevision, _ device: HKDevice?, _ metadata: [String: Any]?) {
    (self.uuid, sourceRevision, self.device, self.metadata) = (uuid, source, device, metadata)
  }

  @available(*, deprecated, message: "Use sourceRevision")
  open var source: HKSource { sourceRevision.source }

  open override func isEqual(_ object: Any?) -> Bool { (object as? HKObject)?.uuid == uuid }
  open override var hash: Int { uuid.hashValue }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let uuid = coder.text("uuid").flatMap(UUID.init(uuidString:)),
      let revision = coder.decodeObject(of: HKSourceRevision.self, forKey: "sourceRevision")
    else { return nil }
    (self.uuid, sourceRevision) = (uuid, revision)
    device =
      coder.containsValue(forKey: "device")
      ? coder.decodeObject(of: HKDevice.self, forKey: "device") : nil
    metadata = coder.propertyList("metadata")
  }

  /// Encodes the object. Metadata with other than property-list values is left out, and reported as a mistake.
  open func encode(with coder: NSCoder) {
    coder.encode(uuid.uuidString, "uuid")
    coder.encode(sourceRevision, forKey: "sourceRevision")
    if let device { coder.encode(device, forKey: "device") }
    if let metadata { coder.encode(propertyList: metadata, "metadata") }
  }
}

/// Health data with a time.
///
/// Sendable: immutable.
open class HKSample: HKObject, @unchecked Sendable {
  open private(set) var sampleType: HKSampleType
  open private(set) var startDate: Date
  open private(set) var endDate: Date
  /// The workouts to which a stored sample belongs.
  private(set) var workouts: Set<UUID> = []
  open var hasUndeterminedDuration: Bool { false }

  init(
    _ type: HKSampleType, _ start: Date, _ end: Date, _ device: HKDevice?,
    _ metadata: [String: Any]?,
    uuid: UUID = UUID(), source: HKSourceRevision? = nil
  ) {
    (sampleType, startDate, endDate) = (type, start, end)
    super.init(
      uuid, source ?? HKSourceRevision(source: .default(), version: nil), device, metadata)
    if end < start {
      AppProcess.raise(
        "_HKObjectValidationFailureException: HKSample endDate (\(end)) must not be before startDate (\(start))"
      )
    }
  }

  public required init?(coder: NSCoder) {
    guard let type = coder.text("sampleType"), let start = coder.date("startDate"),
      let end = coder.date("endDate"), start <= end
    else { return nil }
    (sampleType, startDate, endDate) = (.make(type), start, end)
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(sampleType.identifier, "sampleType")
    coder.encode(startDate, "startDate")
    coder.encode(endDate, "endDate")
  }

  /// The number with which the sample is stored.
  var storedValue: Double { 0 }

  /// The sample as the system stores it.
  var plain: HealthSample {
    var sample = HealthSample(
      uuid: uuid, type: sampleType.identifier, value: storedValue, start: startDate, end: endDate,
      source: sourceRevision.source.bundleIdentifier, sourceName: sourceRevision.source.name)
    sample.device = device?.plain
    sample.metadata = (metadata ?? [:]).compactMapValues { HealthValue($0) }
    sample.workouts = workouts
    return sample
  }

  /// The object for a stored sample.
  static func make(_ sample: HealthSample) -> HKSample {
    let object = makeObject(sample)
    object.workouts = sample.workouts
    return object
  }

  private static func makeObject(_ sample: HealthSample) -> HKSample {
    let source = HKSourceRevision(
      source: HKSource(name: sample.sourceName, bundleIdentifier: sample.source), version: nil)
    let metadata: [String: Any]? =
      sample.metadata.isEmpty
      ? nil
      : sample.metadata.mapValues(\.object)
    let device = sample.device.map { HKDevice($0) }
    let (uuid, start, end) = (sample.uuid, sample.start, sample.end)
    switch HKSampleType.make(sample.type) {
    case is HKWorkoutType:
      return HKWorkout(stored: sample, device, metadata ?? [:], source)
    case let type as HKCategoryType:
      return HKCategorySample(
        type, Int(exactly: sample.value.rounded()) ?? 0, start, end, device, metadata, uuid: uuid,
        source: source)
    case let type:
      let type = type as! HKQuantityType
      let quantity = HKQuantity(sample.value, type.canonicalUnit?.definition.powers ?? [:])
      if type.aggregationStyle == .cumulative {
        return HKCumulativeQuantitySample(
          type, quantity, start, end, device, metadata, uuid: uuid, source: source)
      }
      return HKDiscreteQuantitySample(
        type, quantity, start, end, device, metadata, uuid: uuid, source: source)
    }
  }
}

/// A sample with a quantity.
///
/// Sendable: immutable.
open class HKQuantitySample: HKSample, @unchecked Sendable {
  open private(set) var quantity: HKQuantity
  open var quantityType: HKQuantityType { sampleType as! HKQuantityType }
  open var count: Int { 1 }

  init(
    _ type: HKQuantityType, _ quantity: HKQuantity, _ start: Date, _ end: Date, _ device: HKDevice?,
    _ metadata: [String: Any]?, uuid: UUID = UUID(), source: HKSourceRevision? = nil
  ) {
    self.quantity = quantity
    super.init(type, start, end, device, metadata, uuid: uuid, source: source)
    if let unit = type.canonicalUnit, !quantity.is(compatibleWith: unit) {
      AppProcess.raise(
        "_HKObjectValidationFailureException: HKQuantitySample requires a quantity with a unit compatible with \(type.identifier), and not \(quantity)"
      )
    }
  }

  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "quantity"),
      let quantity = coder.decodeObject(of: HKQuantity.self, forKey: "quantity")
    else { return nil }
    self.quantity = quantity
    super.init(coder: coder)
    guard sampleType is HKQuantityType else { return nil }
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(quantity, forKey: "quantity")
  }

  public convenience init(
    type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date,
    end endDate: Date
  ) { self.init(quantityType, quantity, startDate, endDate, nil, nil) }

  public convenience init(
    type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date,
    end endDate: Date, metadata: [String: Any]?
  ) { self.init(quantityType, quantity, startDate, endDate, nil, metadata) }

  public convenience init(
    type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date,
    end endDate: Date, device: HKDevice?, metadata: [String: Any]?
  ) { self.init(quantityType, quantity, startDate, endDate, device, metadata) }

  override var storedValue: Double { quantity.value }
}

/// A sample whose quantities are added, such as steps; what queries return for such a type.
///
/// Sendable: immutable.
open class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
  open var sumQuantity: HKQuantity { quantity }
}

/// A sample whose quantities have an average, such as a heart rate; what queries return for such a type.
///
/// Sendable: immutable.
open class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
  open var minimumQuantity: HKQuantity { quantity }
  open var averageQuantity: HKQuantity { quantity }
  open var maximumQuantity: HKQuantity { quantity }
  open var mostRecentQuantity: HKQuantity { quantity }
  open var mostRecentQuantityDateInterval: DateInterval {
    DateInterval(start: startDate, end: endDate)
  }
}

/// A sample with a number out of a list, such as a stage of sleep.
///
/// Sendable: immutable.
open class HKCategorySample: HKSample, @unchecked Sendable {
  open private(set) var value: Int
  open var categoryType: HKCategoryType { sampleType as! HKCategoryType }

  init(
    _ type: HKCategoryType, _ value: Int, _ start: Date, _ end: Date, _ device: HKDevice?,
    _ metadata: [String: Any]?, uuid: UUID = UUID(), source: HKSourceRevision? = nil
  ) {
    self.value = value
    super.init(type, start, end, device, metadata, uuid: uuid, source: source)
  }

  public required init?(coder: NSCoder) {
    value = coder.decodeInteger(forKey: "value")
    super.init(coder: coder)
    guard sampleType is HKCategoryType else { return nil }
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(value, forKey: "value")
  }

  public convenience init(
    type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date
  ) { self.init(type, value, startDate, endDate, nil, nil) }

  public convenience init(
    type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date,
    metadata: [String: Any]?
  ) { self.init(type, value, startDate, endDate, nil, metadata) }

  public convenience init(
    type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) { self.init(type, value, startDate, endDate, device, metadata) }

  override var storedValue: Double { Double(value) }
}

extension HealthValue {
  /// The value of an object in metadata; nil for an object that is not kept.
  init?(_ object: Any) {
    switch object {
    case let text as String: self = .text(text)
    case let date as Date: self = .date(date)
    case let number as NSNumber: self = .number(number.doubleValue)
    case let number as Double: self = .number(number)
    case let number as Int: self = .number(Double(number))
    case let flag as Bool: self = .number(flag ? 1 : 0)
    default: return nil
    }
  }

  var object: Any {
    switch self {
    case .text(let text): text
    case .number(let number): NSNumber(value: number)
    case .date(let date): date
    }
  }
}
