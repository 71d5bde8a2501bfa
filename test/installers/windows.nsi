# The smallest installer around assets/windows/installer.nsh: the macros come in the order of electron-builder's templates.
Unicode true
Target amd64-unicode
RequestExecutionLevel user
SilentInstall silent
SilentUnInstall silent
!include LogicLib.nsh
!include FileFunc.nsh
!include x64.nsh
!include MUI2.nsh

!macro _updated _a _b _t _f
  ${GetParameters} $R9
  ClearErrors
  ${GetOptions} $R9 "--updated" $R8
  IfErrors `${_f}` `${_t}`
!macroend
!define isUpdated `"" updated ""`

!include "${INCLUDE}"

Name "${PRODUCT_NAME}"
Var appExe
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "Turkish"
!insertmacro customHeader

Function .onInit
  !insertmacro customInit
FunctionEnd

Section "install"
  SetShellVarContext current
  StrCpy $INSTDIR "$LOCALAPPDATA\Programs\two words"
  StrCpy $appExe "$INSTDIR\${APP_EXECUTABLE_FILENAME}"
  SetOutPath "$INSTDIR"
  CreateDirectory "$LOCALAPPDATA\slipway-updater\pending"
  CopyFiles /SILENT "$EXEPATH" "$LOCALAPPDATA\${APP_INSTALLER_STORE_FILE}"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  !insertmacro customInstall
SectionEnd

Section "un.install"
  SetShellVarContext current
  !insertmacro customUnInstall
  SetOutPath $TEMP
  RMDir /r $INSTDIR
  DeleteRegKey SHELL_CONTEXT "${INSTALL_REGISTRY_KEY}"
SectionEnd
