// The forms in which a central discovers the contents of a database.

extension GATTService {
  /// The service as a central knows it before it discovers the characteristics.
  package var withoutCharacteristics: GATTService {
    var service = self
    service.characteristics = []
    return service
  }
}

extension GATTCharacteristic {
  /// The characteristic as a central knows it: without a value and without descriptors.
  package var asDiscovered: GATTCharacteristic {
    var characteristic = self
    characteristic.value = nil
    characteristic.descriptors = []
    return characteristic
  }
}
