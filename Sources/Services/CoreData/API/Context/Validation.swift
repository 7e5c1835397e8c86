import YobanFoundation

/// Checks the values of objects before a save.
enum Validation {
  /// Throws the errors of one object: one by itself, several in one error.
  static func throwErrors(_ errors: [NSError]) throws {
    guard let first = errors.first else { return }
    if errors.count == 1 { throw first }
    throw NSError.coreData(NSValidationMultipleErrorsError, [NSDetailedErrorsKey: errors])
  }

  static func errors(of object: NSManagedObject) -> [NSError] {
    var errors: [NSError] = []
    for attribute in object.entity.attributes {
      errors += self.errors(object.values[attribute.name], attribute, object)
    }
    for relationship in object.entity.relationships {
      errors += self.errors(relationship, object)
    }
    return errors
  }

  private static func error(
    _ code: Int, _ object: NSManagedObject, _ property: NSPropertyDescription, _ value: Any?
  ) -> NSError {
    var info: [String: Any] = [
      NSValidationObjectErrorKey: object, NSValidationKeyErrorKey: property.name,
    ]
    info[NSValidationValueErrorKey] = value
    info[NSLocalizedDescriptionKey] =
      code == NSValidationMissingMandatoryPropertyError
      ? "\(property.name) is a required value." : "\(property.name) is not valid."
    return .coreData(code, info)
  }

  private static func errors(
    _ value: Any?, _ attribute: NSAttributeDescription, _ object: NSManagedObject
  ) -> [NSError] {
    guard let value else {
      let isMissing =
        !attribute.isOptional && !attribute.isTransient
        && !(attribute is NSDerivedAttributeDescription)
      return isMissing
        ? [error(NSValidationMissingMandatoryPropertyError, object, attribute, nil)] : []
    }
    var codes: [Int] = []
    switch value {
    case let text as String:
      let length = Double(text.utf16.count)
      if let minimum = attribute.minimum, length < minimum {
        codes.append(NSValidationStringTooShortError)
      }
      if let maximum = attribute.maximum, length > maximum {
        codes.append(NSValidationStringTooLongError)
      }
      if let pattern = attribute.regularExpression,
        !PredicateValues.matches(text, .matches, pattern, [])
      {
        codes.append(NSValidationStringPatternMatchingError)
      }
    case let date as Date:
      let seconds = date.timeIntervalSinceReferenceDate
      if let minimum = attribute.minimum, seconds < minimum {
        codes.append(NSValidationDateTooSoonError)
      }
      if let maximum = attribute.maximum, seconds > maximum {
        codes.append(NSValidationDateTooLateError)
      }
    case let number as NSNumber:
      if let minimum = attribute.minimum, number.doubleValue < minimum {
        codes.append(NSValidationNumberTooSmallError)
      }
      if let maximum = attribute.maximum, number.doubleValue > maximum {
        codes.append(NSValidationNumberTooLargeError)
      }
    default: break
    }
    for predicate in attribute.validationPredicates where !predicate.evaluate(with: value) {
      codes.append(NSManagedObjectValidationError)
    }
    return codes.map { error($0, object, attribute, value) }
  }

  private static func errors(
    _ relationship: NSRelationshipDescription, _ object: NSManagedObject
  ) -> [NSError] {
    // A relationship that was not read has not changed.
    guard object.loaded.contains(relationship.name), !relationship.isTransient else { return [] }
    let value = object.values[relationship.name]
    guard relationship.isToMany else {
      return value == nil && !relationship.isOptional
        ? [error(NSValidationMissingMandatoryPropertyError, object, relationship, nil)] : []
    }
    let count = (value as? [ObjectReference])?.count ?? 0
    if count == 0, relationship.isOptional { return [] }
    if count < max(relationship.minCount, relationship.isOptional ? 0 : 1) {
      return [error(NSValidationRelationshipLacksMinimumCountError, object, relationship, nil)]
    }
    if relationship.maxCount > 0, count > relationship.maxCount {
      return [error(NSValidationRelationshipExceedsMaximumCountError, object, relationship, nil)]
    }
    return []
  }

  /// Refuses the deletion of an object that still has related objects, if the delete rule is Deny.
  static func checkDenied(_ object: NSManagedObject) throws {
    let denied = object.entity.relationships.filter { relationship in
      guard relationship.deleteRule == .denyDeleteRule else { return false }
      let related = PredicateValues.elements(of: object.codedValue(forKey: relationship.name))
      return related.contains { ($0 as? NSManagedObject)?.isDeleted == false }
    }
    try throwErrors(
      denied.map { error(NSValidationRelationshipDeniedDeleteError, object, $0, nil) })
  }
}

extension NSManagedObject {
  func validate() throws { try Validation.throwErrors(Validation.errors(of: self)) }
}
