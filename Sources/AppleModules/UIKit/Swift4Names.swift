// Names of UIKit until Swift 4. As in Apple's SDK, code in the language mode 4 has them, and code in a later one
// gets the new name in an error.

@available(swift, obsoleted: 4.2, renamed: "UIApplication.State")
public typealias UIApplicationState = UIApplication.State
@available(swift, obsoleted: 4.2, renamed: "UIApplication.LaunchOptionsKey")
public typealias UIApplicationLaunchOptionsKey = UIApplication.LaunchOptionsKey
@available(swift, obsoleted: 4.2, renamed: "UIApplication.OpenURLOptionsKey")
public typealias UIApplicationOpenURLOptionsKey = UIApplication.OpenURLOptionsKey
@available(swift, obsoleted: 4.2, renamed: "UIControl.Event")
public typealias UIControlEvents = UIControl.Event
@available(swift, obsoleted: 4.2, renamed: "UIControl.State")
public typealias UIControlState = UIControl.State
@available(swift, obsoleted: 4.2, renamed: "UIControl.ContentHorizontalAlignment")
public typealias UIControlContentHorizontalAlignment = UIControl.ContentHorizontalAlignment
@available(swift, obsoleted: 4.2, renamed: "UIControl.ContentVerticalAlignment")
public typealias UIControlContentVerticalAlignment = UIControl.ContentVerticalAlignment
@available(swift, obsoleted: 4.2, renamed: "UIButton.ButtonType")
public typealias UIButtonType = UIButton.ButtonType
@available(swift, obsoleted: 4.2, renamed: "UIBarButtonItem.Style")
public typealias UIBarButtonItemStyle = UIBarButtonItem.Style
@available(swift, obsoleted: 4.2, renamed: "UIBarButtonItem.SystemItem")
public typealias UIBarButtonSystemItem = UIBarButtonItem.SystemItem
@available(swift, obsoleted: 4.2, renamed: "UITableView.Style")
public typealias UITableViewStyle = UITableView.Style
@available(swift, obsoleted: 4.2, renamed: "UITableViewCell.CellStyle")
public typealias UITableViewCellStyle = UITableViewCell.CellStyle
@available(swift, obsoleted: 4.2, renamed: "UITableViewCell.SelectionStyle")
public typealias UITableViewCellSelectionStyle = UITableViewCell.SelectionStyle
@available(swift, obsoleted: 4.2, renamed: "UITableViewCell.AccessoryType")
public typealias UITableViewCellAccessoryType = UITableViewCell.AccessoryType
@available(swift, obsoleted: 4.2, renamed: "UITableViewCell.EditingStyle")
public typealias UITableViewCellEditingStyle = UITableViewCell.EditingStyle
@available(swift, obsoleted: 4.2, renamed: "UITableViewCell.SeparatorStyle")
public typealias UITableViewCellSeparatorStyle = UITableViewCell.SeparatorStyle
@available(swift, obsoleted: 4.2, renamed: "UITableView.RowAnimation")
public typealias UITableViewRowAnimation = UITableView.RowAnimation
@available(swift, obsoleted: 4.2, renamed: "UITableView.ScrollPosition")
public typealias UITableViewScrollPosition = UITableView.ScrollPosition
@available(swift, obsoleted: 4.2, renamed: "UICollectionView.ScrollDirection")
public typealias UICollectionViewScrollDirection = UICollectionView.ScrollDirection
@available(swift, obsoleted: 4.2, renamed: "UICollectionView.ScrollPosition")
public typealias UICollectionViewScrollPosition = UICollectionView.ScrollPosition
@available(swift, obsoleted: 4.2, renamed: "UIAlertController.Style")
public typealias UIAlertControllerStyle = UIAlertController.Style
@available(swift, obsoleted: 4.2, renamed: "UIAlertAction.Style")
public typealias UIAlertActionStyle = UIAlertAction.Style
@available(swift, obsoleted: 4.2, renamed: "UIView.AnimationOptions")
public typealias UIViewAnimationOptions = UIView.AnimationOptions
@available(swift, obsoleted: 4.2, renamed: "UIView.AnimationCurve")
public typealias UIViewAnimationCurve = UIView.AnimationCurve
@available(swift, obsoleted: 4.2, renamed: "UIView.KeyframeAnimationOptions")
public typealias UIViewKeyframeAnimationOptions = UIView.KeyframeAnimationOptions
@available(swift, obsoleted: 4.2, renamed: "UIView.AutoresizingMask")
public typealias UIViewAutoresizing = UIView.AutoresizingMask
@available(swift, obsoleted: 4.2, renamed: "UIView.ContentMode")
public typealias UIViewContentMode = UIView.ContentMode
@available(swift, obsoleted: 4.2, renamed: "UIView.TintAdjustmentMode")
public typealias UIViewTintAdjustmentMode = UIView.TintAdjustmentMode
@available(swift, obsoleted: 4.2, renamed: "UIActivityIndicatorView.Style")
public typealias UIActivityIndicatorViewStyle = UIActivityIndicatorView.Style
@available(swift, obsoleted: 4.2, renamed: "UIActivity.ActivityType")
public typealias UIActivityType = UIActivity.ActivityType
@available(swift, obsoleted: 4.2, renamed: "UIGestureRecognizer.State")
public typealias UIGestureRecognizerState = UIGestureRecognizer.State
@available(swift, obsoleted: 4.2, renamed: "UISwipeGestureRecognizer.Direction")
public typealias UISwipeGestureRecognizerDirection = UISwipeGestureRecognizer.Direction
@available(swift, obsoleted: 4.2, renamed: "UITextField.ViewMode")
public typealias UITextFieldViewMode = UITextField.ViewMode
@available(swift, obsoleted: 4.2, renamed: "UITextField.BorderStyle")
public typealias UITextBorderStyle = UITextField.BorderStyle
@available(swift, obsoleted: 4.2, renamed: "NSTextAlignment")
public typealias UITextAlignment = NSTextAlignment
@available(swift, obsoleted: 4.2, renamed: "UIFont.TextStyle")
public typealias UIFontTextStyle = UIFont.TextStyle
@available(swift, obsoleted: 4.2, renamed: "UIFontDescriptor.SymbolicTraits")
public typealias UIFontDescriptorSymbolicTraits = UIFontDescriptor.SymbolicTraits
@available(swift, obsoleted: 4.2, renamed: "UIImage.Orientation")
public typealias UIImageOrientation = UIImage.Orientation
@available(swift, obsoleted: 4.2, renamed: "UIImage.RenderingMode")
public typealias UIImageRenderingMode = UIImage.RenderingMode
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.SourceType")
public typealias UIImagePickerControllerSourceType = UIImagePickerController.SourceType
@available(swift, obsoleted: 4.2, renamed: "UIImagePickerController.CameraDevice")
public typealias UIImagePickerControllerCameraDevice = UIImagePickerController.CameraDevice
@available(swift, obsoleted: 4.2, renamed: "UIDatePicker.Mode")
public typealias UIDatePickerMode = UIDatePicker.Mode
@available(swift, obsoleted: 4.2, renamed: "UIPageViewController.NavigationDirection")
public typealias UIPageViewControllerNavigationDirection = UIPageViewController.NavigationDirection
@available(swift, obsoleted: 4.2, renamed: "UIPageViewController.NavigationOrientation")
public typealias UIPageViewControllerNavigationOrientation = UIPageViewController
  .NavigationOrientation
@available(swift, obsoleted: 4.2, renamed: "UIPageViewController.TransitionStyle")
public typealias UIPageViewControllerTransitionStyle = UIPageViewController.TransitionStyle
@available(swift, obsoleted: 4.2, renamed: "UISearchBar.Style")
public typealias UISearchBarStyle = UISearchBar.Style
@available(swift, obsoleted: 4.2, renamed: "UIScrollView.IndicatorStyle")
public typealias UIScrollViewIndicatorStyle = UIScrollView.IndicatorStyle
@available(swift, obsoleted: 4.2, renamed: "UIScrollView.KeyboardDismissMode")
public typealias UIScrollViewKeyboardDismissMode = UIScrollView.KeyboardDismissMode
@available(swift, obsoleted: 4.2, renamed: "UIScrollView.ContentInsetAdjustmentBehavior")
public typealias UIScrollViewContentInsetAdjustmentBehavior = UIScrollView
  .ContentInsetAdjustmentBehavior
@available(swift, obsoleted: 4.2, renamed: "UIStackView.Distribution")
public typealias UIStackViewDistribution = UIStackView.Distribution
@available(swift, obsoleted: 4.2, renamed: "UIStackView.Alignment")
public typealias UIStackViewAlignment = UIStackView.Alignment
@available(swift, obsoleted: 4.2, renamed: "NSLayoutConstraint.Axis")
public typealias UILayoutConstraintAxis = NSLayoutConstraint.Axis
@available(swift, obsoleted: 4.2, renamed: "NSLayoutConstraint.Relation")
public typealias NSLayoutRelation = NSLayoutConstraint.Relation
@available(swift, obsoleted: 4.2, renamed: "NSLayoutConstraint.Attribute")
public typealias NSLayoutAttribute = NSLayoutConstraint.Attribute
@available(swift, obsoleted: 4.2, renamed: "NSLayoutConstraint.FormatOptions")
public typealias NSLayoutFormatOptions = NSLayoutConstraint.FormatOptions
@available(swift, obsoleted: 4.2, renamed: "UITouch.Phase")
public typealias UITouchPhase = UITouch.Phase
@available(swift, obsoleted: 4.2, renamed: "UIEvent.EventType")
public typealias UIEventType = UIEvent.EventType
@available(swift, obsoleted: 4.2, renamed: "UIEvent.EventSubtype")
public typealias UIEventSubtype = UIEvent.EventSubtype
@available(swift, obsoleted: 4.2, renamed: "UIProgressView.Style")
public typealias UIProgressViewStyle = UIProgressView.Style
@available(swift, obsoleted: 4.2, renamed: "UIContextualAction.Style")
public typealias UIContextualActionStyle = UIContextualAction.Style

@available(swift, obsoleted: 4.2, renamed: "UIBackgroundTaskIdentifier.invalid")
@MainActor @preconcurrency public var UIBackgroundTaskInvalid: UIBackgroundTaskIdentifier {
  UIBackgroundTaskIdentifier.invalid
}
@available(swift, obsoleted: 4.2, renamed: "UITableView.automaticDimension")
@MainActor @preconcurrency public var UITableViewAutomaticDimension: CGFloat {
  UITableView.automaticDimension
}
@available(swift, obsoleted: 4.2, renamed: "UIApplication.backgroundFetchIntervalMinimum")
@MainActor @preconcurrency public var UIApplicationBackgroundFetchIntervalMinimum: TimeInterval {
  UIApplication.backgroundFetchIntervalMinimum
}
@available(swift, obsoleted: 4.2, renamed: "UIApplication.backgroundFetchIntervalNever")
@MainActor @preconcurrency public var UIApplicationBackgroundFetchIntervalNever: TimeInterval {
  UIApplication.backgroundFetchIntervalNever
}
@available(swift, obsoleted: 4.2, renamed: "UIApplication.openSettingsURLString")
@MainActor @preconcurrency public var UIApplicationOpenSettingsURLString: String {
  UIApplication.openSettingsURLString
}
@available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardFrameEndUserInfoKey")
@MainActor @preconcurrency public var UIKeyboardFrameEndUserInfoKey: String {
  UIResponder.keyboardFrameEndUserInfoKey
}
@available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardFrameBeginUserInfoKey")
@MainActor @preconcurrency public var UIKeyboardFrameBeginUserInfoKey: String {
  UIResponder.keyboardFrameBeginUserInfoKey
}
@available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardAnimationDurationUserInfoKey")
@MainActor @preconcurrency public var UIKeyboardAnimationDurationUserInfoKey: String {
  UIResponder.keyboardAnimationDurationUserInfoKey
}
@available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardAnimationCurveUserInfoKey")
@MainActor @preconcurrency public var UIKeyboardAnimationCurveUserInfoKey: String {
  UIResponder.keyboardAnimationCurveUserInfoKey
}
@available(swift, obsoleted: 4.2, renamed: "UICollectionView.elementKindSectionHeader")
@MainActor @preconcurrency public var UICollectionElementKindSectionHeader: String {
  UICollectionView.elementKindSectionHeader
}
@available(swift, obsoleted: 4.2, renamed: "UICollectionView.elementKindSectionFooter")
@MainActor @preconcurrency public var UICollectionElementKindSectionFooter: String {
  UICollectionView.elementKindSectionFooter
}

extension Notification.Name {
  @available(swift, obsoleted: 4.2, renamed: "UIApplication.didEnterBackgroundNotification")
  public static var UIApplicationDidEnterBackground: Notification.Name {
    UIApplication.didEnterBackgroundNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIApplication.willEnterForegroundNotification")
  public static var UIApplicationWillEnterForeground: Notification.Name {
    UIApplication.willEnterForegroundNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIApplication.didFinishLaunchingNotification")
  public static var UIApplicationDidFinishLaunching: Notification.Name {
    UIApplication.didFinishLaunchingNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIApplication.didBecomeActiveNotification")
  public static var UIApplicationDidBecomeActive: Notification.Name {
    UIApplication.didBecomeActiveNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIApplication.willResignActiveNotification")
  public static var UIApplicationWillResignActive: Notification.Name {
    UIApplication.willResignActiveNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIApplication.didReceiveMemoryWarningNotification")
  public static var UIApplicationDidReceiveMemoryWarning: Notification.Name {
    UIApplication.didReceiveMemoryWarningNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIApplication.willTerminateNotification")
  public static var UIApplicationWillTerminate: Notification.Name {
    UIApplication.willTerminateNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIApplication.significantTimeChangeNotification")
  public static var UIApplicationSignificantTimeChange: Notification.Name {
    UIApplication.significantTimeChangeNotification
  }
  @available(
    swift, obsoleted: 4.2, renamed: "UIApplication.backgroundRefreshStatusDidChangeNotification"
  )
  public static var UIApplicationBackgroundRefreshStatusDidChange: Notification.Name {
    UIApplication.backgroundRefreshStatusDidChangeNotification
  }
  @available(
    swift, obsoleted: 4.2, renamed: "UIApplication.protectedDataWillBecomeUnavailableNotification"
  )
  public static var UIApplicationProtectedDataWillBecomeUnavailable: Notification.Name {
    UIApplication.protectedDataWillBecomeUnavailableNotification
  }
  @available(
    swift, obsoleted: 4.2, renamed: "UIApplication.protectedDataDidBecomeAvailableNotification"
  )
  public static var UIApplicationProtectedDataDidBecomeAvailable: Notification.Name {
    UIApplication.protectedDataDidBecomeAvailableNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIApplication.userDidTakeScreenshotNotification")
  public static var UIApplicationUserDidTakeScreenshot: Notification.Name {
    UIApplication.userDidTakeScreenshotNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardWillShowNotification")
  public static var UIKeyboardWillShow: Notification.Name {
    UIResponder.keyboardWillShowNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardDidShowNotification")
  public static var UIKeyboardDidShow: Notification.Name { UIResponder.keyboardDidShowNotification }
  @available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardWillHideNotification")
  public static var UIKeyboardWillHide: Notification.Name {
    UIResponder.keyboardWillHideNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardDidHideNotification")
  public static var UIKeyboardDidHide: Notification.Name { UIResponder.keyboardDidHideNotification }
  @available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardWillChangeFrameNotification")
  public static var UIKeyboardWillChangeFrame: Notification.Name {
    UIResponder.keyboardWillChangeFrameNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIResponder.keyboardDidChangeFrameNotification")
  public static var UIKeyboardDidChangeFrame: Notification.Name {
    UIResponder.keyboardDidChangeFrameNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UITextField.textDidChangeNotification")
  public static var UITextFieldTextDidChange: Notification.Name {
    UITextField.textDidChangeNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UITextField.textDidBeginEditingNotification")
  public static var UITextFieldTextDidBeginEditing: Notification.Name {
    UITextField.textDidBeginEditingNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UITextField.textDidEndEditingNotification")
  public static var UITextFieldTextDidEndEditing: Notification.Name {
    UITextField.textDidEndEditingNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UITextView.textDidChangeNotification")
  public static var UITextViewTextDidChange: Notification.Name {
    UITextView.textDidChangeNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIDevice.orientationDidChangeNotification")
  public static var UIDeviceOrientationDidChange: Notification.Name {
    UIDevice.orientationDidChangeNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIDevice.batteryLevelDidChangeNotification")
  public static var UIDeviceBatteryLevelDidChange: Notification.Name {
    UIDevice.batteryLevelDidChangeNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIDevice.batteryStateDidChangeNotification")
  public static var UIDeviceBatteryStateDidChange: Notification.Name {
    UIDevice.batteryStateDidChangeNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIDevice.proximityStateDidChangeNotification")
  public static var UIDeviceProximityStateDidChange: Notification.Name {
    UIDevice.proximityStateDidChangeNotification
  }
  @available(swift, obsoleted: 4.2, renamed: "UIContentSizeCategory.didChangeNotification")
  public static var UIContentSizeCategoryDidChange: Notification.Name {
    UIContentSizeCategory.didChangeNotification
  }
}

@available(swift, obsoleted: 4.2, renamed: "UIEdgeInsets.init(top:left:bottom:right:)")
public func UIEdgeInsetsMake(
  _ top: CGFloat, _ left: CGFloat, _ bottom: CGFloat, _ right: CGFloat
) -> UIEdgeInsets { UIEdgeInsets(top: top, left: left, bottom: bottom, right: right) }

@available(swift, obsoleted: 4.2, message: "Use the method inset(by:).")
public func UIEdgeInsetsInsetRect(_ rect: CGRect, _ insets: UIEdgeInsets) -> CGRect {
  rect.inset(by: insets)
}

@available(swift, obsoleted: 4.2, renamed: "UIImage.jpegData(self:compressionQuality:)")
public func UIImageJPEGRepresentation(_ image: UIImage, _ compressionQuality: CGFloat) -> Data? {
  image.jpegData(compressionQuality: compressionQuality)
}

@available(swift, obsoleted: 4.2, renamed: "UIImage.pngData(self:)")
public func UIImagePNGRepresentation(_ image: UIImage) -> Data? { image.pngData() }

@available(swift, obsoleted: 4.2, renamed: "NSCoder.string(for:)")
public func NSStringFromCGRect(_ rect: CGRect) -> String {
  "{{\(rect.origin.x), \(rect.origin.y)}, {\(rect.size.width), \(rect.size.height)}}"
}
