#!/usr/bin/env bash
# Proves the README on a machine with nothing prepared: a fresh Debian 12 root made by debootstrap, a clean clone in it,
# the first command without a display (picture and report must come out), and the installed programs run.
#   packaging/bare_root.sh [all]     "all" also runs the second README command inside (most of an hour)
# Needs root. Package settings (mirror, keys, proxies) are those of the machine it runs on.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
[ "$(id -u)" -eq 0 ] || { echo "bare_root.sh needs root for debootstrap and chroot" >&2; exit 1; }
command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends debootstrap >/dev/null; }

root=$(mktemp -d -t lanescope-root.XXXXXX)
clean_up() {
    umount "$root/proc" "$root/dev/pts" "$root/dev" 2>/dev/null || true
    rm -rf --one-file-system "$root"
}
trap clean_up EXIT

mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | head -1)
debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "${mirror:-http://deb.debian.org/debian}" >"$root.log" 2>&1 ||
    { tail -20 "$root.log"; exit 1; }
rm -f "$root.log" "$root/etc/apt/sources.list"
cp -r /etc/apt/sources.list.d /etc/apt/apt.conf.d "$root/etc/apt/" 2>/dev/null || true
[ -s /etc/apt/sources.list ] && cp /etc/apt/sources.list "$root/etc/apt/"
cp -r /usr/share/keyrings/. "$root/usr/share/keyrings/" 2>/dev/null || true
[ -d /usr/local/share/ca-certificates ] && cp -r /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/"
cp /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true
[ -f /etc/ssl/certs/ca-certificates.crt ] && cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount --bind /dev/pts "$root/dev/pts"

git clone -q "$here" "$root/opt/lanescope"
inside() { env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} chroot "$root" bash -ec "$1"; }

echo "--- README, first command, no display"
inside 'cd /opt/lanescope && packaging/run.sh'
inside 'cd /opt/lanescope && test -s out/sample.json.gz.png && grep -q "busy" out/sample.json.gz.report.md'

echo "--- installation"
inside 'cd /opt/lanescope && cmake --install build/run --prefix /usr/local >/dev/null &&
    cd / && lanescope-cli --version && lanescope-cli synth healthy -o /tmp/a.json.gz &&
    lanescope-cli info /tmp/a.json.gz >/dev/null && lanescope-cli render /tmp/a.json.gz -o /tmp/a.png && test -s /tmp/a.png &&
    QT_QPA_PLATFORM=offscreen timeout 60 lanescope --version'

if [ "${1:-}" = all ]; then
    echo "--- README, second command"
    inside 'cd /opt/lanescope && packaging/check.sh'
fi
echo "bare root: all well"
