import YobanFoundation

// The result codes of the keychain and of random numbers.

public var errSecSuccess: OSStatus { 0 }
public var errSecUnimplemented: OSStatus { -4 }
public var errSecDiskFull: OSStatus { -34 }
public var errSecIO: OSStatus { -36 }
public var errSecOpWr: OSStatus { -49 }
public var errSecParam: OSStatus { -50 }
public var errSecWrPerm: OSStatus { -61 }
public var errSecAllocate: OSStatus { -108 }
public var errSecUserCanceled: OSStatus { -128 }
public var errSecBadReq: OSStatus { -909 }
public var errSecNotAvailable: OSStatus { -25291 }
public var errSecReadOnly: OSStatus { -25292 }
public var errSecAuthFailed: OSStatus { -25293 }
public var errSecNoSuchKeychain: OSStatus { -25294 }
public var errSecDuplicateItem: OSStatus { -25299 }
public var errSecItemNotFound: OSStatus { -25300 }
public var errSecNoSuchAttr: OSStatus { -25303 }
public var errSecNoSuchClass: OSStatus { -25306 }
public var errSecNoDefaultKeychain: OSStatus { -25307 }
public var errSecInteractionNotAllowed: OSStatus { -25308 }
public var errSecInteractionRequired: OSStatus { -25315 }
public var errSecNoAccessForItem: OSStatus { -25243 }
public var errSecDecode: OSStatus { -26275 }
public var errSecMissingEntitlement: OSStatus { -34018 }

/// Returns a text that explains a result code; nil for an unknown one. On a device it is in the user's
/// language.
public func SecCopyErrorMessageString(
  _ status: OSStatus, _ reserved: UnsafeMutableRawPointer?
) -> CFString? {
  messages[status].map { $0 as CFString }
}

private let messages: [OSStatus: String] = [
  errSecSuccess: "No error.",
  errSecUnimplemented: "Function or operation not implemented.",
  errSecDiskFull: "The disk is full.",
  errSecIO: "I/O error.",
  errSecOpWr: "File already open with write permission.",
  errSecParam: "One or more parameters passed to a function were not valid.",
  errSecWrPerm: "Write permissions error.",
  errSecAllocate: "Failed to allocate memory.",
  errSecUserCanceled: "User canceled the operation.",
  errSecBadReq: "Bad parameter or invalid state for operation.",
  errSecNotAvailable: "No keychain is available. You may need to restart your computer.",
  errSecReadOnly: "This keychain cannot be modified.",
  errSecAuthFailed: "The user name or passphrase you entered is not correct.",
  errSecNoSuchKeychain: "The specified keychain could not be found.",
  errSecDuplicateItem: "The specified item already exists in the keychain.",
  errSecItemNotFound: "The specified item could not be found in the keychain.",
  errSecNoSuchAttr: "The specified attribute does not exist.",
  errSecNoSuchClass: "The specified item does not appear to be a valid keychain item.",
  errSecNoDefaultKeychain: "A default keychain could not be found.",
  errSecInteractionNotAllowed: "User interaction is not allowed.",
  errSecInteractionRequired: "User interaction is required, but is currently not allowed.",
  errSecNoAccessForItem: "The specified item has no access control.",
  errSecDecode: "Unable to decode the provided data.",
  errSecMissingEntitlement: "A required entitlement isn't present.",
]
