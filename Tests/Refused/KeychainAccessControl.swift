// refused: cannot find 'SecAccessControlCreateWithFlags' in scope
// Keychain items that ask the user at each use are missing.
import Foundation
import Security

func biometricItem() -> CFTypeRef? {
  SecAccessControlCreateWithFlags(
    nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .biometryAny, nil)
}
